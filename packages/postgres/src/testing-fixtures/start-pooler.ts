import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';

const PROGRAM = '/usr/sbin/pgbouncer';

/** A pooler in transaction mode in front of a test server. */
interface TestPooler extends AsyncDisposable {
  readonly url: (database: string) => string;
}

/** Returns why no pooler can be tested on this machine; null if one can. In CI, a missing pooler is a failure. */
export function whyNoPooler(): string | null {
  if (existsSync(PROGRAM)) return null;
  const reason = 'no PgBouncer is installed (Debian: apt-get install pgbouncer)';
  if (process.env['CI'] !== undefined) throw new Error(`in CI: ${reason}`);
  return reason;
}

/** Starts PgBouncer with a number of connections to the server, all with the login `app`, each lent for one transaction. */
export async function startPooler(server: TestServer, connections: number): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
* = host=${server.socket} user=app port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  const ids = process.getuid?.() === 0 ? userOfServer() : null;
  if (ids !== null) for (const path of [folder, config]) chownSync(path, ids.uid, ids.gid);
  const pooler = spawn(PROGRAM, ['-q', config], { stdio: 'ignore', ...(ids ?? {}) });
  for (let left = 200; !(await listens(port)); left--) {
    if (left === 0) throw new Error('the pooler did not come up');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url: (database) => `postgresql://app@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => pooler.once('exit', resolve));
      pooler.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userOfServer(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
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
