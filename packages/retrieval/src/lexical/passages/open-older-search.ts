import type { FoundPlace, OpenOlderSearch } from '@memora/claims/internal';
import type * as Sqlite from '@memora/claims/sqlite';
import { type Span, toSpan } from '@memora/core';
import { toAnyExpression } from '../to-match-expression.ts';

/** The maximum number of words searched per sentence, the rarest first. */
const MOST_TERMS = 24;
/** A word in a larger share of passages says nothing. In a small vault, a word may occur in this many. */
const COMMON_SHARE = 0.06;
const COMMON_FROM = 40;
/** The maximum number of sentences searched per request, spread over the text. */
const MOST_SENTENCES = 80;

interface SentenceRow {
  readonly text: string;
  readonly first: number;
  readonly end: number;
}

/**
 * Searches the full-text index for passages that a note may change, by the rarest words of each of its sentences, ranked by BM25. The words are
 * read from the index, so they are those by which the note's passages are found.
 */
export function openOlderSearch(db: Sqlite.Database): OpenOlderSearch {
  return (order) => {
    rankNotes(db, order);
    const rankOf = new Map(order.map((note, rank) => [note, rank]));
    const total = db.prepare<[], number>('SELECT count(*) FROM lexical_passages').pluck().get() ?? 0;
    const most = Math.max(COMMON_FROM, COMMON_SHARE * total);
    const documents = db
      .prepare<[string], number>('SELECT documents FROM lexical_terms WHERE term = ?')
      .pluck();
    const spans = db
      .prepare<[number], [number, number]>(
        'SELECT span_start, span_end FROM lexical_passages WHERE note = ? ORDER BY at',
      )
      .raw();
    // A passage without a claim has no sentences here: it is searched as a whole.
    const sentences = db.prepare<[number, number, number], SentenceRow>(
      `SELECT t.c0 AS text, coalesce(c.first_term, 0) AS first, coalesce(c.end_term, 1000000) AS "end"
       FROM lexical_passages p JOIN lexical_fts_content t ON t.id = p.key
       LEFT JOIN lexical_claims c ON c.passage = p.key WHERE p.note = ? AND p.span_start < ? AND p.span_end > ? ORDER BY p.at, c.first_term`,
    );
    const search = db.prepare<[string, number, number, number], FoundPassage>(
      `SELECT p.key, p.note, p.span_start AS start, p.span_end AS "end" FROM lexical_fts
       JOIN lexical_passages p ON p.key = lexical_fts.rowid JOIN temp.change_order o ON o.note = p.note
       WHERE lexical_fts MATCH ? AND (o.rank < ? OR p.note = ?)
       ORDER BY bm25(lexical_fts, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0) LIMIT ?`,
    );
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
      visibleSpans: (note) => spans.all(note).map(([start, end]): Span => toSpan(start, end)),
      find: ({ note, within, limit }) => {
        const rank = rankOf.get(note) ?? 0;
        const queries = new Map(
          within.flatMap((span) =>
            sentences
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

interface FoundPassage {
  readonly key: number;
  readonly note: number;
  readonly start: number;
  readonly end: number;
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
  const textOf = db.prepare<[number], string>('SELECT c0 FROM lexical_fts_content WHERE id = ?').pluck();
  const claimsOf = db.prepare<[number], { key: number; first: number; end: number }>(
    'SELECT key, first_term AS first, end_term AS "end" FROM lexical_claims WHERE passage = ? ORDER BY first_term, key',
  );
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
      const own = new Set(words.slice(claim.first, claim.end));
      const score = terms.reduce((sum, { term, weight }) => sum + (own.has(term) ? weight : 0), 0);
      if (score > best) [best, chosen] = [score, claim.key];
    }
    return chosen;
  };
}

function rankNotes(db: Sqlite.Database, order: readonly number[]): void {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS change_order (note INTEGER PRIMARY KEY, rank INTEGER NOT NULL)');
  db.exec('DELETE FROM temp.change_order');
  db.prepare('INSERT INTO temp.change_order (note, rank) SELECT value, key FROM json_each(?)').run(
    JSON.stringify(order),
  );
}

/** Picks `most` entries at equal distances. */
function spread<T>(entries: readonly T[], most: number): T[] {
  if (entries.length <= most) return [...entries];
  return Array.from({ length: most }, (_, i) => entries[Math.floor((i * entries.length) / most)] as T);
}
