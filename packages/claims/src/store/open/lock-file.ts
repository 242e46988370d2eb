import {
  confirmDatabase,
  folderOf,
  makeDatabaseFile,
  makeFolder,
  type Place,
  pathOf,
} from '@memora/privacy/files';
import { plainDriver } from './plain-driver.ts';

/** Files that this process has locked. Nothing else in this process opens them: closing or garbage-collecting another handle would end the lock. */
const HELD = new Map<string, Disposable>();

/**
 * Creates and locks a dedicated file for this process; null while another process, or another part of this one, has it. SQLite locks it, and the system ends
 * that lock with the process, however it ends.
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
