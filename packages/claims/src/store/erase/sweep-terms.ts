import type * as Sqlite from '../../model/sqlite-database.ts';

/** Deletes interned texts and topics that nothing refers to. Returns how many texts. */
export function sweepTerms(db: Sqlite.Database): number {
  db.exec('DELETE FROM topic WHERE key NOT IN (SELECT topic FROM claim WHERE topic IS NOT NULL)');
  const unused = `DELETE FROM term WHERE key NOT IN (
    SELECT subject FROM claim WHERE subject IS NOT NULL
    UNION SELECT predicate FROM claim WHERE predicate IS NOT NULL
    UNION SELECT heading FROM claim WHERE heading IS NOT NULL
    UNION SELECT extractor FROM claim UNION SELECT extractor FROM note UNION SELECT extractor FROM segment
    UNION SELECT name FROM alias UNION SELECT subject FROM topic UNION SELECT predicate FROM topic)`;
  return db.prepare(unused).run().changes;
}
