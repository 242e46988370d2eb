import type BetterSqlite3 from 'better-sqlite3';
import type { StepFinder } from './graph-source.ts';

/** Of a note that is named, its first claims; of the notes that name one, the first that do. */
const MOST = 64;

/** From a claim to the claims of the notes that it links to, and from a claim to those that link to its note. */
export function prepareLinkSteps(db: BetterSqlite3.Database): StepFinder {
  const named = db
    .prepare<[number], number>('SELECT DISTINCT named FROM stated_edge WHERE claim = ?')
    .pluck();
  const claimsOf = db
    .prepare<[number, number], number>(
      'SELECT key FROM claim WHERE note = ? AND recorded_until IS NULL ORDER BY key LIMIT ?',
    )
    .pluck();
  const naming = db
    .prepare<[number, number], number>(
      `SELECT DISTINCT stated_edge.claim FROM claim JOIN stated_edge ON stated_edge.named = claim.note
       WHERE claim.key = ? LIMIT ?`,
    )
    .pluck();
  return (keys) =>
    keys.flatMap((from) => [
      ...named.all(from).flatMap((note) => claimsOf.all(note, MOST).map((to) => ({ from, to, strength: 1 }))),
      ...naming.all(from, MOST).map((to) => ({ from, to, strength: 0.5 })),
    ]);
}
