import { serveStudio } from '@memora/studio';
import { readInteger, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** `open`: serves the page of a vault on 127.0.0.1 until Ctrl-C, and shows it in the browser. A question fills the box and is not sent. */
export async function openStudio(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const port = readInteger(options, 'port', 0) ?? 0;
  if (port > 65_535) throw usageError(`--port takes a port up to 65535, not ${port}`);
  const question = args.join(' ').trim();
  await using memory = await openCliMemory(context);
  await using studio = await serveStudio(memory, {
    port,
    signal: io.signal,
    onProblem: (code) => {
      output.payload({ type: 'problem', code });
      output.warn(`Something went wrong (${code}). \`memora doctor\` says what to do.`);
    },
  });
  const url = question === '' ? studio.url : `${studio.url}?q=${encodeURIComponent(question)}`;
  output.payload({ type: 'serving', url });
  output.line(url);
  output.note('Only this machine can open it; Ctrl-C ends it.');
  if (options['browser'] !== false) await openInBrowser(url, context);
  await studio.done;
  return EXIT.interrupted;
}
