import type * as Sqlite from '../../model/sqlite-database.ts';

/** Returns words that the database contains whatever the notes say: names of tables and columns, kinds of events, extractors, reasons. */
export function readOwnWords(db: Sqlite.Database): string[] {
  return [
    'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL',
    'SELECT DISTINCT kind FROM changelog',
    'SELECT text FROM term WHERE key IN (SELECT extractor FROM claim UNION SELECT extractor FROM note)',
    'SELECT name FROM meta',
    'SELECT DISTINCT gated FROM note',
  ].flatMap((sql) => db.prepare<[], string>(sql).pluck().all());
}
