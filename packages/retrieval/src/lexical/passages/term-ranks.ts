import type * as Sqlite from '@memora/claims/sqlite';
import type { KeptRows } from '../../source/kept-rows.ts';

/** The passages that hold a term, in the order of their keys, and what BM25 makes of it in each: the lower the better. */
interface TermRanks {
  readonly passages: Float64Array;
  readonly ranks: Float64Array;
}

/** Postings that are kept: sixteen bytes each. */
const MOST_KEPT = 200_000;

/**
 * The passages that hold any of some terms, best first, ties by key. BM25 is a sum over terms, and what one term adds hangs on that term alone: what the full-text index
 * says of each is kept while nothing is written, and summed here. The same list as one statement for all terms gives, to the last bit of each rank.
 */
export function createTermRanks(
  db: Sqlite.Database,
  weights: string,
  kept: KeptRows,
): (terms: readonly string[], limit: number) => number[] {
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
  return (terms, limit) => {
    const ranksByTerm = ranksOf([...new Set(terms)]);
    return chooseBest(
      terms.map((term) => ranksByTerm.get(term) ?? NOTHING),
      limit,
    );
  };
}

/** Goes through the lists of all terms at once, passage by passage: all of them are in the order of their keys. */
function chooseBest(lists: readonly TermRanks[], limit: number): number[] {
  const best = createBestOf(limit);
  const at = new Int32Array(lists.length);
  for (;;) {
    let passage = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lists.length; i++) {
      const key = (lists[i] as TermRanks).passages[at[i] as number];
      if (key !== undefined && key < passage) passage = key;
    }
    if (passage === Number.POSITIVE_INFINITY) return best.take();
    let rank = 0;
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i] as TermRanks;
      const place = at[i] as number;
      if (list.passages[place] !== passage) continue;
      rank += list.ranks[place] as number;
      at[i] = place + 1;
    }
    best.add(passage, rank);
  }
}

/** Keeps the best of what it is given in the order of their keys, in a heap whose first is the worst. */
function createBestOf(limit: number) {
  const keys: number[] = [];
  const ranks: number[] = [];
  const isWorse = (a: number, b: number): boolean => {
    const x = ranks[a] as number;
    const y = ranks[b] as number;
    return x > y || (x === y && (keys[a] as number) > (keys[b] as number));
  };
  const swap = (a: number, b: number): void => {
    const key = keys[a] as number;
    const rank = ranks[a] as number;
    keys[a] = keys[b] as number;
    ranks[a] = ranks[b] as number;
    keys[b] = key;
    ranks[b] = rank;
  };
  const sink = (): void => {
    for (let i = 0; ; ) {
      let worst = i;
      for (let child = 2 * i + 1; child <= 2 * i + 2 && child < keys.length; child++)
        if (isWorse(child, worst)) worst = child;
      if (worst === i) return;
      swap(i, worst);
      i = worst;
    }
  };
  return {
    add: (key: number, rank: number): void => {
      if (keys.length === limit) {
        // What comes later has a higher key: as good is not better.
        if (limit === 0 || rank >= (ranks[0] as number)) return;
        keys[0] = key;
        ranks[0] = rank;
        sink();
        return;
      }
      keys.push(key);
      ranks.push(rank);
      for (let i = keys.length - 1; i > 0; ) {
        const above = (i - 1) >> 1;
        if (!isWorse(i, above)) return;
        swap(i, above);
        i = above;
      }
    },
    /** The best first, ties by key. */
    take: (): number[] => {
      const order = Array.from(keys, (_, i) => i);
      return order.sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((i) => keys[i] as number);
    },
  };
}

const NOTHING: TermRanks = { passages: new Float64Array(), ranks: new Float64Array() };

function toRanks(rows: readonly (readonly [number, number])[]): TermRanks {
  return {
    passages: Float64Array.from(rows, ([passage]) => passage),
    ranks: Float64Array.from(rows, ([, rank]) => rank),
  };
}
