import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** Deletes interned texts and topics that nothing refers to. Returns how many texts. */
export function sweepTerms(db: Sqlite.Database): number {
  prepareQuery(db, 'sweepTopics').run();
  return prepareQuery(db, 'sweepTerms').run().changes;
}
