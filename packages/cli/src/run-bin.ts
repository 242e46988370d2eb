import type { CliIo } from './cli-io.ts';
import { openOutputStream } from './output/open-output-stream.ts';
import { readPlainHook, runPlainHook } from './program/run-plain-hook.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the CLI in this process with its arguments, streams and signals. `command` is the word that a person
 * types to run it.
 */
export async function runBin(command = 'memora'): Promise<void> {
  const interrupted = new AbortController();
  let interrupts = 0;
  const onSignal = () => {
    interrupts++;
    // The second Ctrl-C does not wait for cleanup.
    if (interrupts > 1) process.exit(130);
    interrupted.abort();
  };
  // A closed terminal ends it like Ctrl-C: a write in progress is finished or undone first.
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const argv = process.argv.slice(2);
  const io: CliIo = {
    // Node creates it on first access, and then loads its sockets or streams.
    get stdin() {
      return process.stdin;
    },
    stdout: openOutputStream(1),
    stderr: openOutputStream(2),
    env: process.env,
    cwd: process.cwd(),
    command,
    signal: interrupted.signal,
  };
  const hook = readPlainHook(argv);
  process.exitCode =
    hook === null
      ? await (await import('./program/run-cli.ts')).runCli(argv, io)
      : await runPlainHook(hook, io);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** The thread of `memora team worker`. */
export async function runLargeRounds(): Promise<void> {
  await (await import('@memora/agent-memory/internal')).runTeamRounds();
}
