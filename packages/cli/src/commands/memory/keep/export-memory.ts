import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { exportItems, exportMarkdown, exportPam } from '@memora/agent-memory';
import { readFlag, readText, usageError } from '../../../input/read-option.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { readVersion } from '../../../read-version.ts';
import { openCliAgent } from '../open-cli-agent.ts';

/** Writes the memories of agents to stdout: whole, as items of JSON, or as Markdown. */
export async function exportMemory(context: CommandContext): Promise<ExitCode> {
  const { options, io } = context;
  const format = readText(options, 'format') ?? 'bundle';
  const shared = readFlag(options, 'public');
  const reveal = !shared && readFlag(options, 'reveal');
  if (shared && format === 'bundle')
    throw usageError(
      'a bundle contains everything, so it is not for sharing',
      'Add --format json or --format markdown.',
    );
  await using agent = await openCliAgent(context);
  const parts =
    format === 'bundle'
      ? agent.exportBundle({ reveal })
      : format === 'pam'
        ? exportPam(agent, { shared, reveal, version: await readVersion() })
        : (format === 'json' ? exportItems : exportMarkdown)(agent, { shared, reveal });
  for await (const part of parts) {
    io.signal.throwIfAborted();
    if (!io.stdout.write(new TextDecoder('utf-8', { ignoreBOM: true }).decode(part)))
      await once(io.stdout as Writable, 'drain');
  }
  return EXIT.done;
}
