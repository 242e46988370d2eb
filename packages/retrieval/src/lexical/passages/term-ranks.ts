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
    const rankByPassage = new Map<number, number>();
    for (const term of terms) {
      const { passages, ranks } = ranksByTerm.get(term) ?? NOTHING;
      for (let i = 0; i < passages.length; i++) {
        const passage = passages[i] as number;
        rankByPassage.set(passage, (rankByPassage.get(passage) ?? 0) + (ranks[i] as number));
      }
    }
    return [...rankByPassage]
      .sort(([a, x], [b, y]) => x - y || a - b)
      .slice(0, limit)
      .map(([passage]) => passage);
  };
}

const NOTHING: TermRanks = { passages: new Float64Array(), ranks: new Float64Array() };

function toRanks(rows: readonly (readonly [number, number])[]): TermRanks {
  return {
    passages: Float64Array.from(rows, ([passage]) => passage),
    ranks: Float64Array.from(rows, ([, rank]) => rank),
  };
}
