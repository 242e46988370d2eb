import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface KeptCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it writes on stderr when it is ready; without it, it is ready once started. */
  readonly ready?: RegExp;
  /** Called with each line that it writes on stdout. */
  readonly hear?: (line: string) => void;
}

/** A process that is restarted whenever it ends, like `restart` in a compose file. */
export interface KeptRunning extends AsyncDisposable {
  readonly name: string;
  /** Resolves once it is ready for the first time. Rejects if it ends before. */
  readonly stands: Promise<void>;
  readonly isUp: () => boolean;
  /** Kills it; true if it was ready. */
  readonly kill: () => boolean;
  /** Milliseconds that each start took. */
  readonly starts: readonly number[];
  /** Resident megabytes; 0 if no process is running. */
  readonly resident: () => number;
}

export function keepRunning({ name, args, env, ready, hear }: KeptCommand): KeptRunning {
  const starts: number[] = [];
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => undefined);
  let child: ChildProcess;
  let stands = false;
  let isEnded = false;
  let ended: Promise<unknown> = Promise.resolve();
  const start = () => {
    const begun = performance.now();
    stands = false;
    let said = '';
    const stand = () => {
      stands = true;
      starts.push(performance.now() - begun);
      first.resolve();
    };
    child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Both are read to the end: a closed pipe would end the process.
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear?.(line);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 10_000) said += text;
      if (!stands && ready?.test(said) === true) stand();
    });
    if (ready === undefined) child.once('spawn', stand);
    ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        resolve();
        if (isEnded) return;
        if (starts.length === 0) first.reject(new Error(`${name} did not start: ${said}`));
        else start();
      });
    });
  };
  start();
  return {
    name,
    stands: first.promise,
    isUp: () => stands,
    kill: () => {
      child.kill('SIGKILL');
      return stands;
    },
    starts,
    resident: () => {
      try {
        const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
        return (pages * 4_096) / 1e6;
      } catch {
        return 0;
      }
    },
    [Symbol.asyncDispose]: async () => {
      isEnded = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
