import { plainDriver } from '@memora/claims/drivers';
import { confirmDatabase, makeDatabaseFile, placeAt } from '@memora/privacy/files';

/**
 * Opens a small database of this installation, and makes its file if there is none. Deleted rows are overwritten. `patienceMs` is how long to wait for other
 * processes that open or write the file.
 */
export function openOwnTable(path: string, patienceMs: number): ReturnType<typeof plainDriver> {
  makeDatabaseFile(placeAt(path));
  const db = plainDriver(path, { readonly: false, timeout: patienceMs });
  confirmDatabase(placeAt(path));
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('secure_delete = ON');
  return db;
}
