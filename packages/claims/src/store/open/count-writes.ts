import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareValue } from '../queries/prepare-query.ts';

/**
 * Prepares two counters of a connection: the commits of other connections, and the rows that it has written
 * itself. Neither changes while nothing is written.
 */
export function prepareWriteCounts(db: Sqlite.Database): () => readonly [byOthers: number, byUs: number] {
  const byOthers = db.prepare<[], number>('PRAGMA data_version').pluck();
  const byUs = prepareValue(db, 'totalChanges');
  return () => [byOthers.get() ?? 0, byUs.get() ?? 0];
}
