import { serveStudio } from '@memora/studio';
import { readFlag, readInteger, readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/**
 * `report --watch`: serves the report with the server of `memora open`, and reloads it while notes change,
 * until Ctrl-C.
 */
export async function serveLiveReport(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  if (readText(options, 'output') !== undefined)
    throw usageError('--watch serves the report and writes no file', 'Leave out --output or --watch.');
  const maxNodes = readInteger(options, 'maxNodes', 1);
  const port = readInteger(options, 'port', 0) ?? 0;
  if (port > 65_535) throw usageError(`--port takes a port up to 65535, not ${port}`);
  await using memory = await openCliMemory(context);
  await using studio = await serveStudio(memory, {
    port,
    signal: io.signal,
    env: io.env,
    report: {
      share: readFlag(options, 'share'),
      ...(readFlag(options, 'conversations') ? { conversations: true } : {}),
      ...(maxNodes === undefined ? {} : { maxNodes }),
    },
    onProblem: (code) => {
      output.payload({ type: 'problem', code });
      output.warn(`The report or the index is not up to date (${code}). \`memora doctor\` says what to do.`);
    },
  });
  const url = `${studio.url}report`;
  output.payload({ type: 'serving', url });
  output.line(url);
  output.note('Only this machine can open it; Ctrl-C ends it.');
  if (readFlag(options, 'open')) await openInBrowser(url, context);
  await studio.done;
  return EXIT.interrupted;
}
