import type * as Sqlite from '@memora/claims/sqlite';
import type { GraphStep, StepFinder } from './graph-source.ts';

const MOST_EDGES = 512;

/** Along the typed edges that stand between two claims, in both directions. */
export function prepareEdgeSteps(db: Sqlite.Database): StepFinder {
  const find = db.prepare<[string, string, number], GraphStep>(
    `SELECT edge.source AS "from", edge.target AS "to", min(1, edge.weight) AS strength
       FROM json_each(?) AS wanted JOIN edge ON edge.source = wanted.value WHERE edge.recorded_until IS NULL
     UNION SELECT edge.target, edge.source, min(1, edge.weight)
       FROM json_each(?) AS wanted JOIN edge ON edge.target = wanted.value WHERE edge.recorded_until IS NULL
     LIMIT ?`,
  );
  return (keys) => {
    const wanted = JSON.stringify(keys);
    return find.all(wanted, wanted, MOST_EDGES);
  };
}
