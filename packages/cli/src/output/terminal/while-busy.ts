import type { CliIo } from '../../cli-io.ts';

/** After this many milliseconds, a message shows that the command is working. */
const SILENT_MS = 1000;
const REDRAW_MS = 500;
const ERASE = '\r\u001b[2K';

/** Where the message is shown. */
interface BusyContext {
  readonly io: Pick<CliIo, 'stderr'>;
  readonly output: { readonly quiet: boolean };
}

/**
 * Waits for `work`. If it takes over a second, a line on the terminal shows the task and the time; it disappears when the work ends. Nothing is shown if stderr
 * is not a terminal, or with `quiet`.
 */
export async function whileBusy<Result>(
  label: string,
  work: Promise<Result>,
  { io, output }: BusyContext,
  silentMs: number = SILENT_MS,
): Promise<Result> {
  if (io.stderr.isTTY !== true || output.quiet) return work;
  const started = performance.now();
  let isDrawn = false;
  let redraw: NodeJS.Timeout | undefined;
  const draw = () => {
    isDrawn = true;
    const seconds = Math.round((performance.now() - started) / 1000);
    io.stderr.write(`${ERASE}${label} … ${seconds} s`.slice(0, ERASE.length + (io.stderr.columns || 80) - 1));
  };
  const first = setTimeout(() => {
    draw();
    redraw = setInterval(draw, REDRAW_MS);
  }, silentMs);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(redraw);
    if (isDrawn) io.stderr.write(ERASE);
  }
}
