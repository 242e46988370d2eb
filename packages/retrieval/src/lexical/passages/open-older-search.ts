import type { FoundPlace, OpenOlderSearch } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { type Span, toSpan } from '@memora/core';
import { prepareQueries, prepareQuery, prepareValue } from '../../queries/prepare-query.ts';
import { prepareOlder, rankNotes } from '../full-text.ts';
import { toAnyExpression } from '../to-match-expression.ts';

/** The maximum number of words searched per sentence, the rarest first. */
const MOST_TERMS = 24;
/**
 * A word in a larger share of the passages carries no information. In a small vault, a word may occur in this
 * many passages.
 */
const COMMON_SHARE = 0.06;
const COMMON_FROM = 40;
/** The maximum number of sentences searched per request, spread over the text. */
const MOST_SENTENCES = 80;

/**
 * Searches the full-text index for passages that a note may change, by the rarest words of each of its sentences, ranked by BM25. The words are
 * read from the index, so they are those by which the note's passages are found.
 */
export function openOlderSearch(db: Sqlite.Database): OpenOlderSearch {
  return (order) => {
    rankNotes(db, order);
    const rankOf = new Map(order.map((note, rank) => [note, rank]));
    const total = prepareValue(db, 'countPassages').get() ?? 0;
    const most = Math.max(COMMON_FROM, COMMON_SHARE * total);
    const documents = prepareValue(db, 'documentsOf');
    const { spansInOrder, sentencesIn } = prepareQueries(db, ['spansInOrder', 'sentencesIn']);
    const search = prepareOlder(db);
    const weightOf = (term: string): number => {
      const count = documents.get(term) ?? 0;
      return count > 0 && count <= most ? Math.log(1 + total / count) : 0;
    };
    const rarest = (terms: readonly string[]): WeightedTerm[] =>
      [...new Set(terms)]
        .map((term) => ({ term, weight: weightOf(term) }))
        .filter(({ weight }) => weight > 0)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, MOST_TERMS);
    const bestClaim = createBestClaim(db);
    return {
      visibleSpans: (note) => spansInOrder.all(note).map((row): Span => toSpan(row.span_start, row.span_end)),
      find: ({ note, within, limit }) => {
        const rank = rankOf.get(note) ?? 0;
        const queries = new Map(
          within.flatMap((span) =>
            sentencesIn
              .all(note, span.end, span.start)
              .map(({ text, first, end }) => rarest(text.split(' ').slice(first, end)))
              .filter((terms) => terms.length > 0)
              .map((terms) => [toAnyExpression(terms.map(({ term }) => term)), terms] as const),
          ),
        );
        return spread([...queries], MOST_SENTENCES).map(([query, terms]) =>
          search.all(query, rank, note, limit).map(
            (found): FoundPlace => ({
              note: found.note,
              span: toSpan(found.start, found.end),
              claim: bestClaim(found.key, terms),
            }),
          ),
        );
      },
    };
  };
}

interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Passages whose words are cached: many sentences find the same ones. */
const MOST_KEPT = 2_000;

/** Returns a function that finds the claim of a passage with the most searched words, by weight; null if none has any. */
function createBestClaim(
  db: Sqlite.Database,
): (passage: number, terms: readonly WeightedTerm[]) => number | null {
  const textOf = prepareValue(db, 'ownText');
  const claimsOf = prepareQuery(db, 'claimsInOrder');
  const known = new Map<
    number,
    { readonly words: readonly string[]; readonly claims: ReturnType<typeof claimsOf.all> }
  >();
  const read = (key: number) => {
    const passage = known.get(key) ?? {
      words: (textOf.get(key) ?? '').split(' '),
      claims: claimsOf.all(key),
    };
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, passage);
    return passage;
  };
  return (passage, terms) => {
    const { words, claims } = read(passage);
    let best = 0;
    let chosen: number | null = null;
    for (const claim of claims) {
      const own = new Set(words.slice(claim.first_term, claim.end_term));
      const score = terms.reduce((sum, { term, weight }) => sum + (own.has(term) ? weight : 0), 0);
      if (score > best) [best, chosen] = [score, claim.key];
    }
    return chosen;
  };
}

/** Picks `most` entries at equal distances. */
function spread<T>(entries: readonly T[], most: number): T[] {
  if (entries.length <= most) return [...entries];
  return Array.from({ length: most }, (_, i) => entries[Math.floor((i * entries.length) / most)] as T);
}
