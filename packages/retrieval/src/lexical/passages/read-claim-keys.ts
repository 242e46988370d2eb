import type * as Sqlite from '@memora/claims/sqlite';
import { prepareRaw } from '../../queries/prepare-query.ts';

/** Prepares a read of the claim keys in each passage, in their order in the text. */
export function prepareClaimKeys(
  db: Sqlite.Database,
): (passages: readonly number[]) => ReadonlyMap<number, readonly number[]> {
  const claims = prepareRaw(db, 'claimKeysIn');
  return (passages) =>
    new Map(
      [
        ...Map.groupBy(claims.all(JSON.stringify(passages)) as [number, number][], ([passage]) => passage),
      ].map(([passage, rows]) => [passage, rows.map(([, key]) => key)]),
    );
}
