import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** Returns words that the database contains whatever the notes say: names of tables and columns, kinds of events, extractors, reasons. */
export function readOwnWords(db: Sqlite.Database): string[] {
  const schema = prepareQuery(db, 'schemaObjects').all();
  const names = ['kindsOfEntries', 'extractorTexts', 'metaNames', 'gatedTexts'] as const;
  return [
    ...schema.flatMap(({ sql }) => sql ?? []),
    ...names.flatMap((name): string[] => prepareValue(db, name).all()),
  ];
}
