import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import {
  besides,
  inspectFile,
  makeMemoraFolder,
  memoraPlace,
  moveFile,
  type Place,
  pathOf,
  readPlainText,
  removeFile,
  touchFile,
  writeWholeFile,
} from '@memora/privacy/files';
import { systemCode, vaultError } from '../vault-error.ts';

/** The content of a lock file about the process that holds it. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts it. Distinguishes a live owner from a later process with the same number. */
  readonly startToken: string;
  readonly since: string;
}

export interface VaultLock extends AsyncDisposable {
  readonly owner: LockOwner;
}

const HEARTBEAT_MS = 20_000;
const FOREIGN_STALE_MS = 120_000;
const MOST_BYTES = 64 * 1024;

/**
 * Takes the lock `.memora/<name>.lock` of a vault. The lock of a dead process is taken over; the lock of a live one is refused with `VAULT_LOCKED`. A lock of
 * another computer counts as live while its heartbeat is younger than two minutes.
 */
export async function acquireVaultLock(root: string, name = 'watch'): Promise<VaultLock> {
  makeMemoraFolder(root);
  const place = memoraPlace(root, `${name}.lock`);
  const owner: LockOwner = {
    pid: process.pid,
    host: hostname(),
    startToken: await ownStartToken(),
    since: new Date().toISOString(),
  };
  const nonce = randomBytes(8).toString('hex');
  const content = JSON.stringify({ ...owner, nonce });
  let fault: unknown;
  for (let tries = 0; tries < 20; tries++) {
    if (await createWhole(place, content)) return hold(place, content, owner);
    fault = await removeIfStale(place, name);
  }
  throw vaultError('VAULT_LOCKED', `The lock ${name} of this vault is always taken by other processes.`, {
    hint: `Remove ${pathOf(place)} if no other Memora is running in this vault.`,
    ...(fault === undefined ? {} : { cause: fault }),
  });
}

/** A lock file that exists. */
export interface FoundLock {
  readonly path: string;
  /** Null if the file does not name an owner. */
  readonly owner: LockOwner | null;
  /** False if the process that took it is gone; the next process that needs the lock takes it over. */
  readonly isLive: boolean;
}

/** Reads the lock `.memora/<name>.lock` of a vault without changing it; null if nobody holds it. */
export async function readVaultLock(root: string, name = 'watch'): Promise<FoundLock | null> {
  const place = memoraPlace(root, `${name}.lock`);
  const content = readLock(place);
  if (content === null) return null;
  const owner = parseOwner(content);
  return { path: pathOf(place), owner, isLive: owner !== null && (await isAlive(owner, place)) };
}

/** The content of a lock file; null if there is none or it can't be read. */
function readLock(place: Place): string | null {
  try {
    return readPlainText(place, MOST_BYTES);
  } catch {
    return null;
  }
}

/** Creates the lock with its whole content at once; false if there is one already. */
async function createWhole(place: Place, content: string): Promise<boolean> {
  try {
    await writeWholeFile(place, content, { isNew: true, flush: false });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a dead process. Returns the system's error if the removal failed. */
async function removeIfStale(place: Place, name: string): Promise<unknown> {
  const content = readPlainText(place, MOST_BYTES);
  if (content === null) return undefined;
  const owner = parseOwner(content);
  if (owner !== null && (await isAlive(owner, place))) {
    // A lock that came with a copied vault may name any process, so the message also names the file to remove.
    throw vaultError(
      'VAULT_LOCKED',
      name === 'watch'
        ? `The vault is already watched by process ${owner.pid} on ${owner.host}.`
        : `Process ${owner.pid} on ${owner.host} holds the lock ${name} of this vault.`,
      {
        hint: `Stop process ${owner.pid} first, or remove ${pathOf(place)} if that process is not Memora.`,
      },
    );
  }
  // Moved aside before removal, and moved back if it was replaced meanwhile, so that two processes never both
  // get the lock.
  const aside = besides(place, `${name}.lock.${randomBytes(8).toString('hex')}`);
  try {
    if (!moveFile(place, aside)) return undefined;
  } catch (error) {
    return error;
  }
  const moved = readLock(aside);
  if (moved !== null && moved !== content) await createWhole(place, moved).catch(() => undefined);
  removeFile(aside);
  return undefined;
}

/** A valid host name. Any other name may be text from whoever made the vault and is never shown. */
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,252}$/u;

function parseOwner(content: string): LockOwner | null {
  try {
    const { pid, host, startToken, since } = JSON.parse(content) as Partial<LockOwner>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
    const known = typeof host === 'string' && (host === hostname() || HOST.test(host));
    return {
      pid,
      host: known ? host : 'another computer',
      startToken: String(startToken),
      since: String(since),
    };
  } catch {
    return null;
  }
}

async function isAlive(owner: LockOwner, place: Place): Promise<boolean> {
  if (owner.host !== hostname()) {
    const mtimeMs = inspectFile(place)?.mtimeMs ?? 0;
    // A heartbeat in the future is ignored: a lock that came with a copied vault would otherwise count as
    // live for years.
    return Math.abs(Date.now() - mtimeMs) < FOREIGN_STALE_MS;
  }
  if (!isProcessAlive(owner.pid)) return false;
  const token = await startTokenOf(owner.pid);
  return token === '' || token === owner.startToken;
}

/** True if a process with this number runs on this computer. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

let ownToken = '';

/** Cached on success: a writer takes a lock for each turn, and the token of this process does not change. */
async function ownStartToken(): Promise<string> {
  if (ownToken === '') ownToken = await startTokenOf(process.pid);
  return ownToken;
}

/** Field 22 of `/proc/<pid>/stat`; empty if the system has none. */
async function startTokenOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function hold(place: Place, content: string, owner: LockOwner): VaultLock {
  const heartbeat = setInterval(() => touchFile(place), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    owner,
    [Symbol.asyncDispose]: async () => {
      clearInterval(heartbeat);
      try {
        if (readLock(place) === content) removeFile(place);
      } catch {
        // The disk fails, so the error that ended the work is reported. The next process takes over the lock.
      }
    },
  };
}
