import type * as Sqlite from '@memora/claims/sqlite';
import { nthLowest } from '../../fusion/nth-lowest.ts';
import type { KeptRows } from '../../source/kept-rows.ts';
import type { TermsTogether } from '../choose-terms.ts';

/** The passages that hold a term, in the order of their keys, and what BM25 makes of it in each: the lower the better. */
interface TermRanks {
  readonly passages: Float64Array;
  readonly ranks: Float64Array;
}

/** Postings that are kept: sixteen bytes each. */
const MOST_KEPT = 200_000;

/** Passages by their words, best first, ties by key. */
interface SummedRanks {
  /** Those that hold any of some terms. */
  readonly any: (terms: readonly string[], limit: number) => number[];
  /** Those that hold one of `first` and one of `others`, of any pair. */
  readonly together: (pairs: readonly TermsTogether[], limit: number) => number[];
}

/**
 * Ranks passages without asking the full-text index for all terms of a question at once. BM25 is a sum over terms, and what one term adds hangs on that term alone: what the index
 * says of each is kept while nothing is written, and summed here. The same lists as one statement for all terms gives, to the last bit of each rank.
 */
export function createTermRanks(db: Sqlite.Database, weights: string, kept: KeptRows): SummedRanks {
  const read = db
    .prepare<[string], [number, number]>(
      `SELECT rowid, rank FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' ORDER BY rowid`,
    )
    .raw();
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
    // A term counts once for each pair that a passage holds, in the order of the pairs, as it does where an expression names it so often.
    together: (pairs, limit) =>
      chooseBest(
        pairs.flatMap(({ first, others }) => holdingBoth(listsOf(first), listsOf(others))),
        limit,
      ),
  };
}

/** What both sides of a pair add to the passages that hold something of each. */
function holdingBoth(first: readonly TermRanks[], others: readonly TermRanks[]): TermRanks[] {
  const [one, other] = [passagesOf(first), passagesOf(others)];
  return [...first, ...others].map((list) => {
    const held: number[] = [];
    for (let i = 0; i < list.passages.length; i++) {
      const passage = list.passages[i] as number;
      if (one.has(passage) && other.has(passage)) held.push(i);
    }
    if (held.length === list.passages.length) return list;
    return {
      passages: Float64Array.from(held, (i) => list.passages[i] as number),
      ranks: Float64Array.from(held, (i) => list.ranks[i] as number),
    };
  });
}

function passagesOf(lists: readonly TermRanks[]): ReadonlySet<number> {
  const passages = new Set<number>();
  for (const list of lists) for (const passage of list.passages) passages.add(passage);
  return passages;
}

/** The best first, ties by key: the lower the rank the better. */
function chooseBest(lists: readonly TermRanks[], limit: number): number[] {
  if (limit <= 0) return [];
  const { passages, ranks } = addAll(lists);
  const { length } = passages;
  const last = length > limit ? nthLowest(copied(ranks), limit - 1) : Number.POSITIVE_INFINITY;
  const chosen: number[] = [];
  for (let i = 0; i < length; i++) if ((ranks[i] as number) < last) chosen.push(i);
  // Of those that are as good as the last one, the first by their keys.
  for (let i = 0; i < length && chosen.length < limit; i++) if (ranks[i] === last) chosen.push(i);
  chosen.sort((a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b);
  return chosen.map((i) => passages[i] as number);
}

/** Sums are written here by turns, and one is read before the next question: room for each would be asked of the system each time. */
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

/** The passages of all lists; good until the next call. */
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

/** The passages of two lists in the order of their keys; what both hold is worth what it is in each. */
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
