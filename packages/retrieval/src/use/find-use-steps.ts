import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { StepFinder } from '../graph/graph-source.ts';
import type { UseMemory } from './open-use-memory.ts';

/** From a claim to those it was used together with. */
export function prepareUseSteps(db: BetterSqlite3.Database, use: UseMemory): StepFinder {
  const ids = db
    .prepare<[string], [number, ClaimId]>(
      'SELECT key, id FROM claim WHERE key IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const keys = db
    .prepare<[string], [ClaimId, number]>(
      'SELECT id, key FROM claim WHERE id IN (SELECT value FROM json_each(?)) AND recorded_until IS NULL',
    )
    .raw();
  return (from) => {
    const keyById = new Map(ids.all(JSON.stringify(from)).map(([key, id]) => [id, key]));
    const companions = use.companionsOf([...keyById.keys()]);
    if (companions.length === 0) return [];
    const reached = new Map(keys.all(JSON.stringify([...new Set(companions.map(({ to }) => to))])));
    return companions.flatMap((companion) => {
      const [key, to] = [keyById.get(companion.from), reached.get(companion.to)];
      return key === undefined || to === undefined
        ? []
        : [{ from: key, to, strength: companion.strength, undivided: true }];
    });
  };
}
