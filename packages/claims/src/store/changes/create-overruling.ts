import type * as Sqlite from '../../model/sqlite-database.ts';

/** True if a judge of changes decided that both of two claims, by row key, hold. */
export type Overruling = (a: number, b: number) => boolean;

/** Looks up if a judge overrules the rules; without a judge nothing does. */
export function createOverruling(db: Sqlite.Database, judge: string | null): Overruling {
  if (judge === null) return () => false;
  const find = db.prepare<[number, number, number, number]>(
    `SELECT 1 FROM change_pair pair JOIN claim n ON n.note = newer_note AND n.fingerprint = newer
     JOIN claim o ON o.note = older_note AND o.fingerprint = older
     WHERE relation IN ('same', 'compatible') AND ((n.key = ? AND o.key = ?) OR (n.key = ? AND o.key = ?)) LIMIT 1`,
  );
  return (a, b) => find.get(a, b, b, a) !== undefined;
}
