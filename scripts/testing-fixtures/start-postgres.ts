import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A PostgreSQL from the system's packages, started for one test file on loopback and on its own socket. */
export interface TestServer extends AsyncDisposable {
  /** The folder of its socket, for use as a `host`. */
  readonly socket: string;
  readonly port: number;
  readonly dataFolder: string;
  /** The address of a database for a login. */
  readonly url: (database: string, login?: string) => string;
  /**
   * Runs SQL as the superuser and returns the first column of its output. It blocks this process, so SQL that
   * waits for a lock held by this process fails after a minute.
   */
  readonly psql: (sql: string, database?: string) => string;
  /** The same without blocking this process, for statements that wait for locks of a server or a worker in it. */
  readonly alter: (sql: string, database?: string) => Promise<string>;
  readonly start: () => Promise<void>;
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>;
}

const USER_OF_TESTS = 'postgres';

/** The folder of `initdb` and `postgres`; null if there is none on this machine. */
export function findServer(): string | null {
  const root = '/usr/lib/postgresql';
  const named = process.env['MEMORA_TEST_POSTGRES'];
  if (named !== undefined) return named;
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).filter((each) => Number(each) >= 15);
  const found = versions
    .map((each) => join(root, each, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  return found ?? null;
}

/** Why the tests of a real server do not run here; null if they do. In CI, a reason is a failure. */
export function whyNoServer(): string | null {
  const reason =
    findServer() === null
      ? 'no PostgreSQL 15 or later is installed (Debian: apt-get install postgresql)'
      : process.getuid?.() === 0 && userIds() === null
        ? `PostgreSQL does not run as root, and there is no user ${USER_OF_TESTS}`
        : null;
  if (reason !== null && process.env['CI'] !== undefined) throw new Error(`in CI: ${reason}`);
  return reason;
}

export async function startServer(settings: readonly string[] = []): Promise<TestServer> {
  const bin = findServer() as string;
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const ids = serverUser();
  if (ids !== null) chownSync(folder, ids.uid, ids.gid);
  const as: SpawnOptions = {
    cwd: folder,
    ...(ids ?? {}),
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', PGOPTIONS: '-c lock_timeout=60s' },
  };
  const dataFolder = join(folder, 'data');
  const run = (command: string, args: readonly string[]) =>
    execFileSync(join(bin, command), args, { ...as, stdio: 'pipe' } as never);
  makeCluster(bin, dataFolder, () =>
    run('initdb', [
      ...['-D', dataFolder, '-U', 'root_of_tests', '--no-sync'],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust'],
    ]),
  );
  writeFileSync(
    join(dataFolder, 'pg_hba.conf'),
    'local all all trust\nlocal replication all trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
  const port = await freePort();
  const options = [
    ...['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB', 'max_connections=60', 'autovacuum=off'],
    ...[`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings],
  ].flatMap((each) => ['-c', each]);
  const url = (database: string, login = 'root_of_tests') =>
    `postgresql://${login}@${encodeURIComponent(folder)}:${port}/${database}`;
  const toArguments = (sql: string, database: string) => [
    ...['-XAtq', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-p', String(port)],
    ...['-U', 'root_of_tests', '-d', database, '-c', sql],
  ];
  const psql = (sql: string, database = 'postgres') =>
    run('psql', toArguments(sql, database)).toString().trim();
  const alter = async (sql: string, database = 'postgres') => {
    const { stdout } = await promisify(execFile)(join(bin, 'psql'), toArguments(sql, database), {
      ...as,
    } as never);
    return String(stdout).trim();
  };
  let ended: Promise<unknown> = Promise.resolve();
  const start = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', dataFolder, ...options], { ...as, stdio: 'ignore' });
    ended = new Promise((resolve) => server.once('exit', resolve));
    for (let left = 600; ; left--) {
      try {
        run('pg_isready', ['-q', '-h', folder, '-p', String(port), '-U', 'root_of_tests']);
        return;
      } catch (error) {
        if (left === 0 || server.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const stop = async (how: 'fast' | 'immediate' = 'immediate') => {
    try {
      const [pid] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    } catch {
      // It has ended already.
    }
    await ended;
  };
  await start();
  return {
    socket: folder,
    port,
    dataFolder,
    url,
    psql,
    alter,
    start,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/memora-tests', import.meta.url));

/** A new cluster of this server. `initdb` runs once, and each later cluster is a copy of the first. */
function makeCluster(bin: string, dataFolder: string, initialise: () => unknown): void {
  const of = `${bin} ${serverUser()?.uid ?? process.getuid?.()}`;
  const kept = join(CACHE, `cluster${of.replace(/\W+/g, '-')}`);
  const copy = (from: string, to: string) => execFileSync('cp', ['-Rp', from, to]);
  if (existsSync(kept)) return void copy(kept, dataFolder);
  initialise();
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  try {
    copy(dataFolder, join(draft, 'data'));
    renameSync(join(draft, 'data'), kept);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The user that a test server runs as; null if it is the user of this process. */
export function serverUser(): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? userIds() : null;
}

function userIds(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${USER_OF_TESTS}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
