import type BetterSqlite3 from 'better-sqlite3';
import type { StepFinder } from './graph-source.ts';

const MOST = 32;

/** Along the typed edges that stand between two claims, in both directions. */
export function prepareEdgeSteps(db: BetterSqlite3.Database): StepFinder {
  const find = db.prepare<[number, number, number], { to: number; weight: number }>(
    `SELECT target AS "to", weight FROM edge WHERE source = ? AND recorded_until IS NULL
     UNION SELECT source, weight FROM edge WHERE target = ? AND recorded_until IS NULL LIMIT ?`,
  );
  return (keys) =>
    keys.flatMap((from) =>
      find.all(from, from, MOST).map(({ to, weight }) => ({ from, to, strength: Math.min(1, weight) })),
    );
}
