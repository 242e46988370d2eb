import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

/** The result of a finished process. */
export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The Node to run; by default the suite's. */
  readonly node?: string;
  readonly nodeArgs?: readonly string[];
  /** Runs as `nobody` if the suite runs as root, so that file permissions take effect. */
  readonly unprivileged?: boolean;
  /** Runs the command inside this shell script, as `"$@"`. */
  readonly wrapper?: string;
  readonly onStart?: (child: ChildProcess) => void;
}

const NOBODY = 65_534;

/** The bin of the installed copy. */
export const binPath = (): string =>
  join(inject('project'), 'node_modules', '@memora', 'cli', 'dist', 'bin.js');

/** Runs the installed `memora` and waits for its end. */
export function runMemora(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const drop = options.unprivileged === true && process.getuid?.() === 0;
  const node = options.node ?? (drop ? inject('nodeForAll') : process.execPath);
  const command = [node, ...(options.nodeArgs ?? []), binPath(), ...args];
  const [file = '', ...rest] =
    options.wrapper === undefined ? command : ['sh', '-c', options.wrapper, 'sh', ...command];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: options.cwd ?? '/',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: '/nonexistent',
        ...(drop ? {} : { XDG_CACHE_HOME: inject('codeCache') }),
        ...options.env,
      },
      ...(drop ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on('error', () => undefined).end(options.stdin ?? '');
    options.onStart?.(child);
  });
}

/** Runs it with `--json` and parses its output. If it did not exit with `expected`, throws its stderr. */
export const runJson = jsonRunner(runMemora);

/** The same for a command that is run in another way. */
export function jsonRunner<Options>(
  run: (args: readonly string[], options: Options) => Promise<Pick<Finished, 'code' | 'stdout' | 'stderr'>>,
) {
  return async <Payload>(
    args: readonly string[],
    options = {} as Options & { readonly expected?: number },
  ): Promise<Payload> => {
    const { code, stdout, stderr } = await run([...args, '--json'], options);
    if (code !== (options.expected ?? 0))
      throw new Error(`memora ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Payload;
  };
}
