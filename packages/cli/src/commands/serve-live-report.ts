import { serveReport } from '@memora/report';
import { readFlag, readInteger, readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** `report --watch`: the report on 127.0.0.1, reloaded while notes change, until Ctrl-C. `--json`: one event a line. */
export async function serveLiveReport(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  if (readText(options, 'output') !== undefined)
    throw usageError('--watch serves the report and writes no file', 'Leave out --output or --watch.');
  const maxNodes = readInteger(options, 'maxNodes', 1);
  const port = readInteger(options, 'port', 0) ?? 0;
  if (port > 65_535) throw usageError(`--port takes a port up to 65535, not ${port}`);
  await using memory = await openCliMemory(context);
  // A vault that was never indexed has nothing to show yet.
  if ((await memory.revision()) === null) await memory.index({ writeNotes: false, signal: io.signal });
  await using server = await serveReport(memory, {
    port,
    share: readFlag(options, 'share'),
    signal: io.signal,
    ...(readFlag(options, 'conversations') ? { conversations: true } : {}),
    onUpdate: () => {
      output.payload({ type: 'updated' });
      output.note('The vault changed; open pages reload.');
    },
    onProblem: (code) => {
      output.payload({ type: 'problem', code });
      output.warn(
        `A page or the index behind it is not up to date (${code}). \`memora doctor\` says what to do.`,
      );
    },
    ...(maxNodes === undefined ? {} : { maxNodes }),
  });
  output.payload({ type: 'serving', url: server.url });
  output.line(server.url);
  output.note('Only this machine can open it; Ctrl-C ends it.');
  if (readFlag(options, 'open')) await openInBrowser(server.url, context);
  await server.done;
  return EXIT.interrupted;
}
