import { type CandidatePlan, numberOfTerm, type RestTerms } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import type { ScopeKeys } from './scope-keys.ts';

/** What the worth of a passage depends on beside its own words: sums over the visible scopes. */
export interface PostingStatistics {
  readonly documents: number;
  /** Terms of a passage on average, in all fields. */
  readonly averageLength: number;
  readonly documentsOf: (term: string) => number;
}

// BM25 as the full-text index of a store has it, so that both offer the same candidates.
const K1 = 1.2;
const B = 0.75;
const LEAST_RARITY = 1e-6;
/** Worths are added as whole numbers: their sum is the same in whatever order they come. */
const FINE = 1e9;

/** Finds passages by their postings: plain rows, by equality of whole numbers. */
export function createPostingFinder(db: Connection, keys: ScopeKeys, statistics: () => PostingStatistics) {
  const toKeys = (rows: readonly [number, number][]) => rows.map(([scope, key]) => keys.toKey(scope, key));
  const rank = async (
    terms: readonly string[],
    limit: number,
    together: CandidatePlan['together'],
  ): Promise<number[]> => {
    const { documents, averageLength, documentsOf } = statistics();
    const rarity = (term: string) => {
      const count = documentsOf(term);
      return Math.max(LEAST_RARITY, Math.log((documents - count + 0.5) / (count + 0.5)));
    };
    const values: unknown[] = [keys.ids, terms.map(numberOfTerm), terms.map(rarity), averageLength, limit];
    const holds = (list: readonly string[]) => {
      values.push(list.map(numberOfTerm));
      return `bool_or(w.term = ANY ($${values.length}::bigint[]))`;
    };
    const having = together.map(({ first, others }) => `(${holds(first)} AND ${holds(others)})`).join(' OR ');
    const rows: [number, number][] = await db.rows(
      `SELECT p.scope, p.passage FROM unnest($2::bigint[], $3::float8[]) AS w (term, rarity)
       JOIN memora.lexical_posting AS p ON p.scope = ANY ($1::int[]) AND p.term = w.term
       GROUP BY p.scope, p.passage ${having === '' ? '' : `HAVING ${having}`}
       ORDER BY sum((${FINE} * w.rarity * p.frequency * ${K1 + 1} / (p.frequency + ${K1} * (${1 - B} + ${B} * p.length / $4::float8)))::bigint) DESC,
         p.scope, p.passage LIMIT $5`,
      values,
    );
    return toKeys(rows);
  };
  return {
    ranked: async ({ together, anyOf }: CandidatePlan, limit: number): Promise<number[]> => {
      const paired = together.flatMap(({ first, others }) => [...first, ...others]);
      const found = await Promise.all([
        paired.length === 0 ? [] : rank(paired, limit, together),
        anyOf.length === 0 ? [] : rank(anyOf, limit, []),
      ]);
      return [...new Set(found.flat())];
    },
    newest: async (
      { allOf, anyOf }: RestTerms,
      limit: number,
      before: number | null,
    ): Promise<readonly number[]> => {
      const below = before === null ? null : keys.fromKey(before);
      const [first, ...others] = allOf;
      // Newest of each term alone: a common one stands in most passages, and only its last are read.
      const lists = [first ?? [], anyOf].map((terms) => [...new Set(terms.map(numberOfTerm))]);
      const values: unknown[] = [
        keys.ids,
        lists[0],
        lists[1],
        limit,
        below?.key ?? null,
        below?.scope.id ?? null,
      ];
      const also = others.map((terms) => {
        values.push(terms.map(numberOfTerm));
        return ` AND EXISTS (SELECT 1 FROM memora.lexical_posting AS o WHERE o.scope = p.scope AND o.term = ANY ($${values.length}::bigint[])
          AND o.passage = p.passage)`;
      });
      const newest = (
        list: string,
        condition: string,
      ) => `SELECT n.scope, n.passage FROM unnest($1::int[]) AS s (scope),
        unnest(${list}::bigint[]) AS t (term), LATERAL (SELECT p.scope, p.passage FROM memora.lexical_posting AS p
          WHERE p.scope = s.scope AND p.term = t.term AND ($5::bigint IS NULL OR (p.passage, p.scope) < ($5::bigint, $6::int))${condition}
          ORDER BY p.passage DESC LIMIT $4) AS n`;
      const rows: [number, number][] = await db.rows(
        `SELECT scope, passage FROM (${newest('$2', also.join(''))} UNION ${newest('$3', '')}) AS found
         ORDER BY passage DESC, scope DESC LIMIT $4`,
        values,
      );
      return toKeys(rows);
    },
  };
}
