import { assertionCodes } from '../../../model/codes.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../../queries/prepare-query.ts';

/**
 * Links live claims that say the same to the first of them by id, which represents all. `touched` are the changed content keys, null for all; the result does
 * not depend on the order in which the claims were added.
 */
export function linkDuplicates(db: Sqlite.Database, touched: ReadonlySet<number> | null): void {
  const setOriginal = prepareQuery(db, 'setOriginal');
  const group = prepareQuery(db, 'sameSaid');
  const asserted = assertionCodes.toCode('asserted');
  for (const said of touched ?? repeated(db)) {
    const members = group.all(said, asserted);
    const original = members[0]?.key ?? null;
    for (const { key, duplicate_of: old } of members) {
      const now = key === original ? null : original;
      if (now !== old) setOriginal.run(now, key);
    }
  }
}

/** Returns the content keys of claims to relate, including those of interrupted runs. */
export function saidOfUnrelated(db: Sqlite.Database): number[] {
  return prepareValue(db, 'unrelatedSaid').all();
}

function repeated(db: Sqlite.Database): number[] {
  return prepareValue(db, 'repeatedSaid').all();
}
