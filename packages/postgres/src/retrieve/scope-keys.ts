import { teamError } from '../connect/team-error.ts';
import type { TeamScope } from '../team/scopes.ts';
import type { KeptRows } from './kept-rows.ts';

/** Keys of one scope lie below this; a thousand scopes of them, and sixteen bands beside each, are whole numbers of a double. */
const SPAN = 2 ** 39;
const MOST_SCOPES = 1_000;
/**
 * Keys among all scopes lie below this as far as there is room: the engine keeps them in the places of a list, and every other number as an object
 * of its own. Looking rows up by such objects took a tenth of the processor time of a question.
 */
const SMALL = 2 ** 31;

/** Keys of a scope's own tables. */
interface KeysOfScope {
  readonly scope: TeamScope;
  readonly keys: readonly number[];
  /** The key among all scopes of one of this scope. */
  readonly toKey: (key: number) => number;
}

/** Rows that a stored statement is asked about: scopes and keys, and the names under which others were kept. */
export type Wanted = readonly [
  scopes: readonly number[],
  keys: readonly number[],
  names: readonly KeptRows[],
];

/** What was kept, and nothing besides. */
export function kept(...names: readonly KeptRows[]): Wanted {
  return [[], [], names];
}

/** One number for a row of any visible scope: rows of two scopes may have the same key. */
export interface ScopeKeys {
  readonly ids: readonly number[];
  readonly scopes: readonly TeamScope[];
  readonly toKey: (scope: number, key: number) => number;
  readonly fromKey: (key: number) => { readonly scope: TeamScope; readonly key: number };
  /** The keys by scope, without those that belong to none. */
  readonly split: (keys: Iterable<number>) => readonly KeysOfScope[];
  /** The same as two lists, for a statement over all scopes. */
  readonly pairs: (keys: Iterable<number>) => readonly [scopes: number[], keys: number[]];
  /** These, and what was kept under some names. */
  readonly wanted: (keys: Iterable<number>, ...names: readonly KeptRows[]) => Wanted;
}

/** Throws `TEAM_TOO_MANY_SCOPES`: each scope costs every question its part. */
export function createScopeKeys(scopes: readonly TeamScope[]): ScopeKeys {
  if (scopes.length > MOST_SCOPES)
    throw teamError(
      'TEAM_TOO_MANY_SCOPES',
      `${scopes.length} scopes are visible, a question is asked of ${MOST_SCOPES} at most`,
      'Ask as a principal who sees fewer of them.',
    );
  const indexById = new Map(scopes.map(({ id }, i) => [id, i]));
  // Of each scope, keys below this are small; the others stand behind all small ones.
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
