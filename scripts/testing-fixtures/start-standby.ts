import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer, serverUser, type TestServer } from './start-postgres.ts';

/** A second server that follows a test server by streaming replication. */
export interface TestStandby extends AsyncDisposable {
  readonly url: (database: string, login?: string) => string;
  readonly psql: (sql: string, database?: string) => string;
  readonly stop: () => Promise<void>;
}

/** Copies a running test server and starts the copy as its hot standby. */
export async function startStandby(primary: TestServer): Promise<TestStandby> {
  const bin = findServer() as string;
  const folder = mkdtempSync(join(tmpdir(), 'pg-standby-'));
  const ids = serverUser();
  if (ids !== null) chownSync(folder, ids.uid, ids.gid);
  const as: SpawnOptions = {
    cwd: folder,
    ...(ids ?? {}),
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  };
  const run = (command: string, args: readonly string[]) =>
    execFileSync(join(bin, command), args, { ...as, stdio: 'pipe' } as never).toString();
  const dataFolder = join(folder, 'data');
  const at = ['-h', primary.socket, '-p', String(primary.port), '-U', 'root_of_tests'];
  run('pg_basebackup', [...at, '-D', dataFolder, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
  const options = [
    ...[
      'fsync=off',
      'shared_buffers=32MB',
      'max_connections=60',
      'hot_standby=on',
      'hot_standby_feedback=on',
    ],
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`],
  ].flatMap((each) => ['-c', each]);
  const server = spawn(join(bin, 'postgres'), ['-D', dataFolder, ...options], { ...as, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const here = ['-h', folder, '-p', String(port), '-U', 'root_of_tests'];
  for (let left = 600; ; left--) {
    try {
      run('pg_isready', ['-q', ...here]);
      break;
    } catch (error) {
      if (left === 0 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const stop = async () => {
    try {
      const [pid] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It has ended already.
    }
    await ended;
  };
  return {
    url: (database, login = 'root_of_tests') =>
      `postgresql://${login}@${encodeURIComponent(folder)}:${port}/${database}`,
    psql: (sql, database = 'postgres') =>
      run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', ...here, '-d', database, '-c', sql]).trim(),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
