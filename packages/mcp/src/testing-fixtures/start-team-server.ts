import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '@memora/testing-fixtures/program-of';

/** A team's server as a process. */
interface TeamProcess {
  readonly child: ChildProcess;
  readonly port: number;
}

const BIN = fileURLToPath(new URL('../bin.ts', import.meta.url));

export async function startTeamServer(
  env: Readonly<Record<string, string>>,
  more: readonly string[],
): Promise<TeamProcess> {
  // As `deploy/Dockerfile` starts it.
  const node = ['--max-old-space-size=512', '--max-semi-space-size=8', ...programOf(BIN)];
  const args = [...node, '--team', '--listen', '127.0.0.1:0', ...more];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Its log is read to the end: a closed pipe would end the server.
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (piece: Buffer) => {
      if (text.length < 10_000) text += piece;
      const found = /at port (\d+)/u.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
  return { child, port };
}
