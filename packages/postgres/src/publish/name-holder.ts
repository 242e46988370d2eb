import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '@memora/claims/internal';
import { placeAt } from '@memora/privacy/files';

/** Who holds the scopes that a worker is at. */
export interface HolderName extends Disposable {
  /**
   * The name of whoever has the folder alone, the same after a restart: a worker that was killed is followed by one that need not wait for its leases to end.
   * While another process has the folder, a name that nobody else bears.
   */
  readonly name: () => string;
}

/** Takes a worker's folder for this process, which has it until it ends, however it ends. */
export function nameHolder(folder: string): HolderName {
  const file = join(folder, 'worker.lock');
  const own = randomUUID();
  let lock: Disposable | null = null;
  let name: string | null = null;
  return {
    name: () => {
      if (name !== null) return name;
      lock = lockFile(placeAt(file));
      if (lock === null) return own;
      name = nameOf(file);
      return name;
    },
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };
}

/** Of this file on this machine: a copy of the folder has another. */
function nameOf(path: string): string {
  const { dev, ino, birthtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([hostname(), dev, ino, birthtimeMs]))
    .digest('base64url')
    .slice(0, 32);
}
