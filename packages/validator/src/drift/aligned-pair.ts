import type { TokenAlignment } from './align-tokens.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

/** A statement aligned with a window of its evidence: what every rule looks at. */
export interface AlignedPair {
  readonly said: readonly DriftToken[];
  readonly known: readonly DriftToken[];
  readonly alignment: TokenAlignment;
  readonly hunks: readonly Hunk[];
  /** For each token of the window the index of its match in the statement, or -1. */
  readonly backOf: Int32Array;
}

/** Something that a statement says other than the window it is aligned with. */
export interface DriftFinding {
  /** What kind of word it is: for the report of a bench, and for the reader. */
  readonly rule: DriftRule;
  readonly said: DriftToken | null;
  readonly known: DriftToken | null;
  readonly decisive: boolean;
}

/** The classes of words that may not change. */
export type DriftRule =
  | 'name'
  | 'number'
  | 'negator'
  | 'quantifier'
  | 'modal'
  | 'hedge'
  | 'comparison'
  | 'order'
  | 'condition'
  | 'attribution'
  | 'join'
  | 'tense'
  | 'word';

/** Turns the alignment round. */
export function backOf({ matchOf }: TokenAlignment, length: number): Int32Array {
  const back = new Int32Array(length).fill(-1);
  for (let i = 0; i < matchOf.length; i++) if ((matchOf[i] as number) !== -1) back[matchOf[i] as number] = i;
  return back;
}

/** How many words behind a word it may bear on. */
const REACH = 4;

/** The index of the word that a negator, quantifier or modal at `at` bears on and that has a match; -1 where there is none. */
export function bearsOn(
  tokens: readonly DriftToken[],
  at: number,
  matches: Int32Array,
  reach = REACH,
): number {
  let contents = 0;
  for (let i = at + 1; i < tokens.length && i <= at + 2 * reach + 4; i++) {
    if (contents > 0 && tokens[i]?.opens) return -1;
    if (!(tokens[i] as DriftToken).content) continue;
    if ((matches[i] as number) !== -1) return i;
    if (++contents === reach) return -1;
  }
  if (contents > 0) return -1;
  // `leckt nicht`, `pump off it is not`: nothing follows.
  for (let i = at - 1; i >= 0 && i >= at - reach; i--)
    if ((tokens[i] as DriftToken).content) return (matches[i] as number) === -1 ? -1 : i;
  return -1;
}
