import { runCli } from './run-cli.ts';

/** Runs the CLI on this process: its arguments, streams and signals. */
export async function runBin(): Promise<void> {
  const interrupted = new AbortController();
  let interrupts = 0;
  const onSignal = () => {
    interrupts++;
    // The second Ctrl-C does not wait for tidying up.
    if (interrupts > 1) process.exit(130);
    interrupted.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  for (const stream of [process.stdout, process.stderr]) {
    // `memora query … | head -1`: a reader that has left is no fault of ours.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
  process.exitCode = await runCli(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupted.signal,
  });
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}
