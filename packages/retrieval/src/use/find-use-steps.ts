import type * as Sqlite from '@memora/claims/sqlite';
import type { ClaimId } from '@memora/core';
import type { StepFinder } from '../graph/graph-source.ts';
import type { UseMemory } from './open-use-memory.ts';

/** From a claim to those of other notes that it was used together with: what stands in one note is joined by it already. */
export function prepareUseSteps(db: Sqlite.Database, use: UseMemory): StepFinder {
  const ids = db
    .prepare<[string], [number, ClaimId, number]>(
      'SELECT key, id, note FROM claim WHERE key IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const keys = db
    .prepare<[string], [ClaimId, number, number]>(
      'SELECT id, key, note FROM claim WHERE id IN (SELECT value FROM json_each(?)) AND recorded_until IS NULL',
    )
    .raw();
  return (from) => {
    const used = new Map(ids.all(JSON.stringify(from)).map(([key, id, note]) => [id, { key, note }]));
    const companions = use.companionsOf([...used.keys()]);
    if (companions.length === 0) return [];
    const wanted = JSON.stringify([...new Set(companions.map(({ to }) => to))]);
    const reached = new Map(keys.all(wanted).map(([id, key, note]) => [id, { key, note }]));
    return companions.flatMap(({ from: id, to: other, strength }) => {
      const [source, target] = [used.get(id), reached.get(other)];
      if (source === undefined || target === undefined || source.note === target.note) return [];
      return [{ from: source.key, to: target.key, strength, undivided: true }];
    });
  };
}
