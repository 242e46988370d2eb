import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** True if a judge of changes decided that two claims, given by row key, are both valid. */
export type Overruling = (a: number, b: number) => boolean;

/** Looks up whether a judge overrules the rules; without a judge, nothing does. */
export function createOverruling(db: Sqlite.Database, judge: string | null): Overruling {
  if (judge === null) return () => false;
  const find = prepareQuery(db, 'bothHold');
  return (a, b) => find.get(a, b, b, a) !== undefined;
}
