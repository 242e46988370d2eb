import { afterAll, inject } from 'vitest';
import { type CommandHost, type HostedCommand, type HostOptions, openCommandHost } from './command-host.ts';
import { binPath, jsonRunner, runMemora as runProcess } from './run-memora.ts';

let host: CommandHost | undefined;
afterAll(() => host?.[Symbol.asyncDispose]());

/** Runs the installed `memora` in the process that this file's commands share, or in a separate one with `MEMORA_TEST_WHOLE=1`. */
export async function runMemora(args: readonly string[], options: HostOptions = {}): Promise<HostedCommand> {
  if (process.env['MEMORA_TEST_WHOLE'] === '1') return runProcess(args, options);
  host ??= openCommandHost(binPath(), {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', XDG_CACHE_HOME: inject('codeCache') },
    cwd: '/',
  });
  return host.run(args, options);
}

/** Runs it with `--json` and parses its output. If it did not exit with `expected`, throws its stderr. */
export const runJson = jsonRunner(runMemora);
