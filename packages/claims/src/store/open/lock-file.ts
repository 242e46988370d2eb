import {
  confirmDatabase,
  folderOf,
  makeDatabaseFile,
  makeFolder,
  type Place,
  pathOf,
} from '@memora/privacy/files';
import { plainDriver } from './plain-driver.ts';

/** Files that this process has locked. Each is opened by nobody else here: closing one would end the lock, and so would collecting it as garbage. */
const HELD = new Map<string, Disposable>();

/**
 * Locks a file of its own for this process, and makes it; null while another process has it, or another part of this one. SQLite locks it, and the system
 * ends that lock with the process, however it ends.
 */
export function lockFile(place: Place): Disposable | null {
  const path = pathOf(place);
  if (HELD.has(path)) return null;
  makeFolder(folderOf(place));
  makeDatabaseFile(place);
  const lock = plainDriver(path, { readonly: false, timeout: 0 });
  try {
    confirmDatabase(place);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  const held = {
    [Symbol.dispose]: () => {
      HELD.delete(path);
      lock.close();
    },
  };
  HELD.set(path, held);
  return held;
}
