import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '@memora/claims/internal';
import { placeAt } from '@memora/privacy/files';

/** The holder name of a worker's leases. */
export interface HolderName extends Disposable {
  /**
   * Returns the name for the exclusive user of the folder, equal after a restart, so that the successor of a killed worker need not wait for its leases to
   * expire. While another process uses the folder, the name is unique.
   */
  readonly name: () => string;
}

/** Takes a worker's folder for this process, until the process ends in any way. */
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

/** Specific to this file on this machine: a copy of the folder gets another name. */
function nameOf(path: string): string {
  const { dev, ino, birthtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([hostname(), dev, ino, birthtimeMs]))
    .digest('base64url')
    .slice(0, 32);
}
