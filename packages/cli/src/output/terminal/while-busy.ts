import type { CliIo } from '../../cli-io.ts';

/** Whoever waits longer than this wants to know that something happens. */
const SILENT_MS = 1000;
const REDRAW_MS = 500;
const ERASE = '\r\u001b[2K';

/** Where it is shown. */
interface BusyContext {
  readonly io: Pick<CliIo, 'stderr'>;
  readonly output: { readonly quiet: boolean };
}

/**
 * Waits for `work`. Where it lasts over a second, a line on the terminal says what is done and for how long; it is gone when the work ends.
 * Nothing is shown where stderr is no terminal, or `quiet`.
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
