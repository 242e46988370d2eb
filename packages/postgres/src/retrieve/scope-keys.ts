import { teamError } from '../connect/team-error.ts';
import type { TeamScope } from '../team/scopes.ts';
import type { KeptRows } from './kept-rows.ts';

/**
 * Upper bound of one scope's keys. With a thousand scopes, times sixteen bands, the results are still exact
 * integers in a double.
 */
const SPAN = 2 ** 39;
const MOST_SCOPES = 1_000;
/**
 * Keys stay below this if there is room: V8 stores small integers inline and allocates an object for every other number. Looking up rows by such objects
 * took a tenth of a question's processor time.
 */
const SMALL = 2 ** 31;

/** The keys of one scope's own tables. */
interface KeysOfScope {
  readonly scope: TeamScope;
  readonly keys: readonly number[];
  /** Converts a key of this scope to the key among all scopes. */
  readonly toKey: (key: number) => number;
}

/** The rows that a stored statement reads: scopes and keys, and the names of kept lists. */
export type Wanted = readonly [
  scopes: readonly number[],
  keys: readonly number[],
  names: readonly KeptRows[],
];

/** Returns the kept rows only. */
export function kept(...names: readonly KeptRows[]): Wanted {
  return [[], [], names];
}

/** Maps the rows of all visible scopes to unique numbers, because rows of two scopes may have the same key. */
export interface ScopeKeys {
  readonly ids: readonly number[];
  readonly scopes: readonly TeamScope[];
  readonly toKey: (scope: number, key: number) => number;
  readonly fromKey: (key: number) => { readonly scope: TeamScope; readonly key: number };
  /** Groups keys by scope; unknown keys are left out. */
  readonly split: (keys: Iterable<number>) => readonly KeysOfScope[];
  /** Returns the keys as two parallel lists, for a statement over all scopes. */
  readonly pairs: (keys: Iterable<number>) => readonly [scopes: number[], keys: number[]];
  /** Returns these keys and the rows kept under some names. */
  readonly wanted: (keys: Iterable<number>, ...names: readonly KeptRows[]) => Wanted;
}

/** Throws `TEAM_TOO_MANY_SCOPES`, because each scope makes every question slower. */
export function createScopeKeys(scopes: readonly TeamScope[]): ScopeKeys {
  if (scopes.length > MOST_SCOPES)
    throw teamError(
      'TEAM_TOO_MANY_SCOPES',
      `${scopes.length} scopes are visible, a question is asked of ${MOST_SCOPES} at most`,
      'Ask as a principal who sees fewer of them.',
    );
  const indexById = new Map(scopes.map(({ id }, i) => [id, i]));
  // Keys of a scope below this are small; the others come after all small ones.
  const narrow = Math.floor(SMALL / Math.max(1, scopes.length));
  const indexOf = (key: number): number =>
    key < SMALL ? Math.floor(key / narrow) : Math.floor((key - SMALL) / SPAN);
  const ownKeyOf = (key: number): number => (key < SMALL ? key % narrow : (key - SMALL) % SPAN);
  const fromKey = (key: number) => ({ scope: scopes[indexOf(key)] as TeamScope, key: ownKeyOf(key) });
  const toKeyAt = (i: number, key: number) => (key < narrow ? i * narrow + key : SMALL + i * SPAN + key);
  const toKey = (scope: number, key: number) => toKeyAt(indexById.get(scope) ?? 0, key);
  const pairs = (wanted: Iterable<number>): [number[], number[]] => {
    const all = [...wanted].filter((key) => key >= 0).map(fromKey);
    return [all.map(({ scope }) => scope.id), all.map(({ key }) => key)];
  };
  return {
    scopes,
    ids: scopes.map(({ id }) => id),
    toKey,
    fromKey,
    split: (keys) => {
      const byScope = Map.groupBy(
        [...keys].filter((key) => key >= 0),
        indexOf,
      );
      return [...byScope].map(([i, found]) => ({
        scope: scopes[i] as TeamScope,
        keys: found.map(ownKeyOf),
        toKey: (key) => toKeyAt(i, key),
      }));
    },
    pairs,
    wanted: (wanted, ...names) => [...pairs(wanted), names],
  };
}
