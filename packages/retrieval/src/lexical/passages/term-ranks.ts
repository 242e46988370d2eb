import type * as Sqlite from '@memora/claims/sqlite';
import { nthLowest } from '../../fusion/nth-lowest.ts';
import type { KeptRows } from '../../source/kept-rows.ts';
import type { TermsTogether } from '../choose-terms.ts';
import { prepareRanks } from '../full-text.ts';

/** The passages that contain a term, in key order, with the term's BM25 score in each; lower is better. */
interface TermRanks {
  readonly passages: Float64Array;
  readonly ranks: Float64Array;
}

/** Postings that are cached, at sixteen bytes each. */
const MOST_KEPT = 500_000;

/** Ranks passages by their words, the best first, ties by key. */
interface SummedRanks {
  /** Returns passages that contain any of the terms. */
  readonly any: (terms: readonly string[], limit: number) => number[];
  /** Returns passages that contain, for any pair, one of `first` and one of `others`. */
  readonly together: (pairs: readonly TermsTogether[], limit: number) => number[];
}

/**
 * Ranks passages without one full-text query for all terms of a question. BM25 is a sum over terms, and each addend depends on its term alone. So
 * the index's scores are cached per term until something is written, and summed here. The result equals that of one statement for all terms, to the
 * last bit of each rank.
 */
export function createTermRanks(db: Sqlite.Database, weights: string, kept: KeptRows): SummedRanks {
  const read = prepareRanks(db, weights);
  const ranksOf = kept.byKey(
    (terms: readonly string[]) =>
      terms.map((term) => [term, toRanks(read.all(`"${term.replaceAll('"', '')}"`))] as const),
    { sizeOf: ({ passages }: TermRanks) => passages.length + 1, most: MOST_KEPT },
  );
  const listsOf = (terms: readonly string[]): TermRanks[] => {
    const ranksByTerm = ranksOf([...new Set(terms)]);
    return terms.map((term) => ranksByTerm.get(term) ?? NOTHING);
  };
  return {
    any: (terms, limit) => chooseBest(listsOf(terms), limit),
    // A term counts once for each pair that a passage matches, in the order of the pairs, as in an expression that names it that often.
    together: (pairs, limit) =>
      chooseBest(
        pairs.flatMap(({ first, others }) => holdingBoth(listsOf(first), listsOf(others))),
        limit,
      ),
  };
}

/** Returns the contributions of both sides of a pair to the passages that match both. */
function holdingBoth(first: readonly TermRanks[], others: readonly TermRanks[]): TermRanks[] {
  const both = inBoth(passagesOf(first), passagesOf(others));
  return [...first, ...others].map((list) => onlyIn(list, both));
}

/** The passages of any of the lists, in key order. */
function passagesOf(lists: readonly TermRanks[]): Float64Array {
  return lists.length === 1 ? (lists[0] as TermRanks).passages : addAll(lists).passages.slice();
}

function inBoth(one: Float64Array, other: Float64Array): Float64Array {
  const both = new Float64Array(Math.min(one.length, other.length));
  let length = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a, b] = [one[i] as number, other[j] as number];
    if (a === b) both[length++] = a;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return both.subarray(0, length);
}

function onlyIn({ passages, ranks }: TermRanks, wanted: Float64Array): TermRanks {
  const held = { passages: new Float64Array(wanted.length), ranks: new Float64Array(wanted.length) };
  let length = 0;
  for (let i = 0, j = 0; i < passages.length && j < wanted.length; i++) {
    while ((wanted[j] as number) < (passages[i] as number)) j++;
    if (wanted[j] !== passages[i]) continue;
    held.passages[length] = passages[i] as number;
    held.ranks[length++] = ranks[i] as number;
  }
  return { passages: held.passages.subarray(0, length), ranks: held.ranks.subarray(0, length) };
}

/** Returns the best passages, ties by key; a lower rank is better. */
function chooseBest(lists: readonly TermRanks[], limit: number): number[] {
  if (limit <= 0) return [];
  const { passages, ranks } = addAll(lists);
  const { length } = passages;
  const last = length > limit ? nthLowest(copied(ranks), limit - 1) : Number.POSITIVE_INFINITY;
  const chosen: number[] = [];
  for (let i = 0; i < length; i++) if ((ranks[i] as number) < last) chosen.push(i);
  // Among passages that tie with the last one, those with the lowest keys are taken.
  for (let i = 0; i < length && chosen.length < limit; i++) if (ranks[i] === last) chosen.push(i);
  chosen.sort((a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b);
  return chosen.map((i) => passages[i] as number);
}

/** Two reused buffers: each sum is read before the next question, and allocating one per sum is slow. */
const rooms = [roomFor(512), roomFor(512)];
let spare = new Float64Array(1_024);

function roomFor(length: number): TermRanks {
  return { passages: new Float64Array(length), ranks: new Float64Array(length) };
}

function copied(ranks: Float64Array): Float64Array {
  if (spare.length < ranks.length) spare = new Float64Array(2 * ranks.length);
  spare.set(ranks);
  return spare.subarray(0, ranks.length);
}

/** Adds all lists. The result is valid until the next call. */
function addAll(lists: readonly TermRanks[]): TermRanks {
  let sum = NOTHING;
  let turn = 0;
  for (const list of lists) {
    const length = sum.passages.length + list.passages.length;
    if ((rooms[turn] as TermRanks).passages.length < length) rooms[turn] = roomFor(2 * length);
    const next = addRanks(sum, list, rooms[turn] as TermRanks);
    if (next !== sum && next !== list) turn = 1 - turn;
    sum = next;
  }
  return sum;
}

/** Merges two lists in key order and adds the ranks of passages in both. */
function addRanks(one: TermRanks, other: TermRanks, { passages, ranks }: TermRanks): TermRanks {
  if (one.passages.length === 0) return other;
  if (other.passages.length === 0) return one;
  const [a, b] = [one.passages, other.passages];
  let length = 0;
  for (let i = 0, j = 0; i < a.length || j < b.length; length++) {
    const first = i < a.length ? (a[i] as number) : Number.POSITIVE_INFINITY;
    const second = j < b.length ? (b[j] as number) : Number.POSITIVE_INFINITY;
    passages[length] = Math.min(first, second);
    if (first === second) ranks[length] = (one.ranks[i++] as number) + (other.ranks[j++] as number);
    else ranks[length] = first < second ? (one.ranks[i++] as number) : (other.ranks[j++] as number);
  }
  return { passages: passages.subarray(0, length), ranks: ranks.subarray(0, length) };
}

const NOTHING: TermRanks = { passages: new Float64Array(), ranks: new Float64Array() };

function toRanks(rows: readonly (readonly [number, number])[]): TermRanks {
  return {
    passages: Float64Array.from(rows, ([passage]) => passage),
    ranks: Float64Array.from(rows, ([, rank]) => rank),
  };
}
