import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';

/** How long a client waits for a server that starts from source on a busy machine; the SDKs give up after a minute. */
export const PATIENT = { timeout: 200_000 };

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url));

/** How the server is started from source: the arguments to Node, and the environment. */
export function serverCommand(
  vault: string,
  env: Readonly<Record<string, string>>,
  more: readonly string[] = [],
) {
  return {
    command: process.execPath,
    args: [...programOf(BIN), '--vault', vault, ...more],
    // The code that they load is compiled once for all.
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...env,
    },
  };
}

/** The server as a child process, with everything that it wrote. */
export function startServer(
  vault: string,
  env: Readonly<Record<string, string>>,
  more: readonly string[] = [],
) {
  const { command, args, env: environment } = serverCommand(vault, env, more);
  return watchOutput(spawn(command, args, { env: environment, stdio: 'pipe' }));
}

/** A server that listens on a free port, its address and its token file. */
export async function startHttpServer(
  vault: string,
  env: Readonly<Record<string, string>>,
  tokenFile: string,
) {
  const server = startServer(vault, env, ['--http', '0', '--token-file', tokenFile]);
  const url = await server.stderrMatch(/listening on (\S+\/mcp)/);
  return { ...server, url };
}

function watchOutput(child: ChildProcessWithoutNullStreams) {
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const listener of listeners) listener();
    });
  }
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  const match = (name: 'stdout' | 'stderr', pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output[name]);
        if (found === null) return;
        listeners.delete(look);
        resolve(found[1] ?? found[0]);
      };
      listeners.add(look);
      look();
      exited.then((code) => reject(new Error(`the server left with ${code}: ${output.stderr}`)));
    });
  return {
    child,
    output,
    exited,
    stdoutMatch: (pattern: RegExp) => match('stdout', pattern),
    stderrMatch: (pattern: RegExp) => match('stderr', pattern),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
