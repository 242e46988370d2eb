import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode, vaultError } from './vault-error.ts';

/** What a lock file says about the process that holds it. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts it: tells a live owner from a later process with its number. */
  readonly startToken: string;
  readonly since: string;
}

export interface VaultLock extends AsyncDisposable {
  readonly owner: LockOwner;
}

const HEARTBEAT_MS = 20_000;
const FOREIGN_STALE_MS = 120_000;

/**
 * Takes the lock `.memora/<name>.lock` of a vault. A lock whose process is gone is taken over; a live one is refused with
 * `VAULT_LOCKED`. A lock of another computer counts as live while its heartbeat is younger than two minutes.
 */
export async function acquireVaultLock(root: string, name = 'watch'): Promise<VaultLock> {
  const folder = await makeMemoraFolder(root);
  const path = join(folder, `${name}.lock`);
  const owner: LockOwner = {
    pid: process.pid,
    host: hostname(),
    startToken: await startTokenOf(process.pid),
    since: new Date().toISOString(),
  };
  const nonce = randomBytes(8).toString('hex');
  const content = JSON.stringify({ ...owner, nonce });
  for (let tries = 0; tries < 20; tries++) {
    if (await createWhole(folder, path, content)) return hold(path, content, owner);
    await removeIfStale(path, name);
  }
  throw vaultError('VAULT_LOCKED', `The lock ${name} of this vault changes hands all the time.`);
}

/** A lock file as it is found. */
export interface FoundLock {
  readonly path: string;
  /** Null where the file does not say. */
  readonly owner: LockOwner | null;
  /** False where the process that took it is gone; the next one to want it takes it over. */
  readonly isLive: boolean;
}

/** Looks at the lock `.memora/<name>.lock` of a vault without touching it; null where nobody holds one. */
export async function readVaultLock(root: string, name = 'watch'): Promise<FoundLock | null> {
  const path = join(root, '.memora', `${name}.lock`);
  const content = await readFile(path, 'utf8').catch(() => null);
  if (content === null) return null;
  const owner = parseOwner(content);
  return { path, owner, isLive: owner !== null && (await isAlive(owner, path)) };
}

/** `.memora/` of a vault, with its own `.gitignore` of `*`. */
async function makeMemoraFolder(root: string): Promise<string> {
  const folder = join(root, '.memora');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return folder;
}

/** Creates the lock with all of its content at once; false where there is one. */
async function createWhole(folder: string, path: string, content: string): Promise<boolean> {
  const temporary = join(folder, `${randomBytes(8).toString('hex')}.tmp`);
  await writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    // A file system without hard links.
    return writeFile(path, content, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (reason) => {
        if (systemCode(reason) === 'EEXIST') return false;
        throw reason;
      },
    );
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function removeIfStale(path: string, name: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => null);
  if (content === null) return;
  const owner = parseOwner(content);
  if (owner !== null && (await isAlive(owner, path))) {
    throw vaultError(
      'VAULT_LOCKED',
      name === 'watch'
        ? `The vault is watched already, by process ${owner.pid} on ${owner.host}.`
        : `Process ${owner.pid} on ${owner.host} holds the lock ${name} of this vault.`,
      {
        hint: `Stop process ${owner.pid} first.`,
      },
    );
  }
  // Moved aside before it is removed, and moved back if it was another one by then: two processes never both win.
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => null);
  if (moved !== null && moved !== content) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

function parseOwner(content: string): LockOwner | null {
  try {
    const { pid, host, startToken, since } = JSON.parse(content) as Partial<LockOwner>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
    return { pid, host: String(host), startToken: String(startToken), since: String(since) };
  } catch {
    return null;
  }
}

async function isAlive(owner: LockOwner, path: string): Promise<boolean> {
  if (owner.host !== hostname()) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    return Date.now() - mtimeMs < FOREIGN_STALE_MS;
  }
  if (!isProcessAlive(owner.pid)) return false;
  const token = await startTokenOf(owner.pid);
  return token === '' || owner.startToken === '' || token === owner.startToken;
}

/** True where a process of this number runs on this computer. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** Field 22 of `/proc/<pid>/stat`; empty where the system has none. */
async function startTokenOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function hold(path: string, content: string, owner: LockOwner): VaultLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    owner,
    [Symbol.asyncDispose]: async () => {
      clearInterval(heartbeat);
      const current = await readFile(path, 'utf8').catch(() => null);
      if (current === content) await unlink(path).catch(() => undefined);
    },
  };
}
