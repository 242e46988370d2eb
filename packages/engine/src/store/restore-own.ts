import { openClaimStore, restoreBackup, type SqliteDriver } from '@memora/claims';
import { writeDatabaseMark } from '@memora/claims/internal';
import { MemoryError } from '../memory-error.ts';
import { type OwnDatabase, readBackupMark, setDatabaseAside } from './own-database.ts';

/** The dependencies of restoring a copy. */
interface RestoreOwnPorts {
  readonly path: string;
  readonly own: OwnDatabase;
  readonly driver: SqliteDriver | undefined;
  /** Opens the copy, which may have another form than the database. */
  readonly backupDriver: SqliteDriver | undefined;
  /** True if the user confirms that a copy which this installation did not write is their own. */
  readonly unknown?: boolean;
}

/**
 * Replaces the database with a copy. A copy that this installation did not write is accepted only if the user
 * confirms that it is their own; its schema is checked anyway. Returns the path of the database. Throws
 * `BACKUP_UNKNOWN`, `BACKUP_INVALID`.
 */
export async function restoreOwn(
  backup: string,
  { path, own, driver, backupDriver, unknown = false }: RestoreOwnPorts,
): Promise<string> {
  const mark = await readBackupMark(backup, backupDriver);
  const isOurs = await own.isOurs(mark);
  if (!isOurs && !unknown) {
    throw new MemoryError(`${backup} was not written by this installation of Memora`, {
      code: 'BACKUP_UNKNOWN',
      hint: 'If it is yours, from another machine or from before a move, add --unknown. Its statements about notes are then trusted.',
    });
  }
  // SQLite would have to open an existing file to write over it.
  if ((await own.standing(path)) === 'unknown') setDatabaseAside(path);
  await restoreBackup(backup, path, backupDriver, driver);
  if (isOurs && mark !== null) {
    own.keepMark(path, mark);
    return path;
  }
  const fresh = await own.markNew(path);
  if (fresh === null) return path;
  const store = await openClaimStore({
    path,
    ...(backupDriver === undefined ? {} : { driver: backupDriver }),
  });
  try {
    writeDatabaseMark(store.database, fresh);
  } finally {
    await store.close();
  }
  return path;
}
