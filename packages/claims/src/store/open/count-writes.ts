import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareValue } from '../queries/prepare-query.ts';

/** Prepares two counts of a connection: the commits of others, and the rows written by itself. Neither changes while nothing is written. */
export function prepareWriteCounts(db: Sqlite.Database): () => readonly [byOthers: number, byUs: number] {
  const byOthers = db.prepare<[], number>('PRAGMA data_version').pluck();
  const byUs = prepareValue(db, 'totalChanges');
  return () => [byOthers.get() ?? 0, byUs.get() ?? 0];
}
