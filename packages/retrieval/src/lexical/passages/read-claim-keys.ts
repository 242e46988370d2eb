import type * as Sqlite from '@memora/claims/sqlite';

/** Prepares a read of the claim keys in each passage, in their order in the text. */
export function prepareClaimKeys(
  db: Sqlite.Database,
): (passages: readonly number[]) => ReadonlyMap<number, readonly number[]> {
  const claims = db
    .prepare<[string], [number, number]>(
      'SELECT passage, key FROM lexical_claims WHERE passage IN (SELECT value FROM json_each(?)) ORDER BY passage, first_term, key',
    )
    .raw();
  return (passages) =>
    new Map(
      [...Map.groupBy(claims.all(JSON.stringify(passages)), ([passage]) => passage)].map(
        ([passage, rows]) => [passage, rows.map(([, key]) => key)],
      ),
    );
}
