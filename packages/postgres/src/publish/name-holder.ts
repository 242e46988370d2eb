import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { plainDriver } from '@memora/claims/internal';
import { confirmDatabase, makeDatabaseFile, makeFolder, placeAt } from '@memora/privacy/files';

/** Who holds the scopes that a worker is at. */
export interface HolderName extends Disposable {
  /**
   * The name of whoever has the folder alone, the same after a restart: a worker that was killed is followed by one that need not wait for its leases to end.
   * While another process has the folder, a name that nobody else bears.
   */
  readonly name: () => string;
}

const LOCK = 'worker.lock';
type Lock = ReturnType<typeof plainDriver>;

/** Folders that this process has. Their files are opened by nobody else here: closing one would end the lock, and so would collecting it as garbage. */
const HELD = new Map<string, Lock>();

/** Takes a worker's folder for this process. SQLite locks a file for it, and the system ends that lock with the process, however it ends. */
export function nameHolder(folder: string): HolderName {
  const own = randomUUID();
  let lock: Lock | null = null;
  let name: string | null = null;
  return {
    name: () => {
      if (name !== null) return name;
      lock = HELD.has(folder) ? null : lockFolder(folder);
      if (lock === null) return own;
      HELD.set(folder, lock);
      name = nameOf(join(folder, LOCK));
      return name;
    },
    [Symbol.dispose]: () => {
      if (lock === null) return;
      HELD.delete(folder);
      lock.close();
    },
  };
}

function lockFolder(folder: string): Lock | null {
  makeFolder(placeAt(folder));
  const path = join(folder, LOCK);
  makeDatabaseFile(placeAt(path));
  const lock = plainDriver(path, { readonly: false, timeout: 0 });
  try {
    confirmDatabase(placeAt(path));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (/^SQLITE_BUSY/u.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}

/** Of this file on this machine: a copy of the folder has another. */
function nameOf(path: string): string {
  const { dev, ino, birthtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([hostname(), dev, ino, birthtimeMs]))
    .digest('base64url')
    .slice(0, 32);
}
