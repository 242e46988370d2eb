import { type CandidatePlan, numberOfTerm, type RestTerms } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { keeping, withoutNone } from './kept-rows.ts';
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

/** What a plan finds, with what is kept of it for the statements behind. */
export interface FoundByPostings {
  /** What holds words together first, then any of them; at most `limit` of each. */
  readonly best: readonly number[];
  /** What `newest` gives for the rest of the plan, where fewer than `limit` were found; null where it was not looked for. */
  readonly rest: readonly number[] | null;
}

/** Of the best, this many have their neighbours read. */
export const NEAR = 40;

/** Finds passages by their postings: plain rows, by equality of whole numbers. */
export function createPostingFinder(db: Connection, keys: ScopeKeys, statistics: () => PostingStatistics) {
  const rankSql = (
    terms: readonly string[],
    together: CandidatePlan['together'],
    limit: number,
    values: unknown[],
  ): string => {
    const { documents, averageLength, documentsOf } = statistics();
    const rarity = (term: string) => {
      const count = documentsOf(term);
      return Math.max(LEAST_RARITY, Math.log((documents - count + 0.5) / (count + 0.5)));
    };
    const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
    const holds = (list: readonly string[]) =>
      `bool_or(w.term = ANY (${add(list.map(numberOfTerm), 'bigint[]')}))`;
    const wanted = `unnest(${add(terms.map(numberOfTerm), 'bigint[]')}, ${add(terms.map(rarity), 'float8[]')}) AS w (term, rarity)`;
    const having = together.map(({ first, others }) => `(${holds(first)} AND ${holds(others)})`).join(' OR ');
    return `SELECT p.scope, p.passage AS key,
        sum((${FINE} * w.rarity * p.frequency * ${K1 + 1} / (p.frequency + ${K1} * (${1 - B} + ${B} * p.length / ${add(averageLength, 'float8')})))::bigint) AS worth
       FROM ${wanted} JOIN memora.lexical_posting AS p ON p.scope = ANY ($1::int[]) AND p.term = w.term
       GROUP BY p.scope, p.passage ${having === '' ? '' : `HAVING ${having}`}
       ORDER BY 3 DESC, 1, 2 LIMIT ${add(limit, 'bigint')}`;
  };
  const newestSql = (
    { allOf, anyOf }: RestTerms,
    limit: number,
    before: number | null,
    values: unknown[],
  ): string => {
    const below = before === null ? null : keys.fromKey(before);
    const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
    const [first, ...others] = allOf;
    const most = add(limit, 'bigint');
    const [passage, scope] = [add(below?.key ?? null, 'bigint'), add(below?.scope.id ?? null, 'int')];
    // Newest of each term alone: a common one stands in most passages, and only its last are read.
    const also = others.map(
      (terms) => ` AND EXISTS (SELECT 1 FROM memora.lexical_posting AS o WHERE o.scope = p.scope
        AND o.term = ANY (${add(terms.map(numberOfTerm), 'bigint[]')}) AND o.passage = p.passage)`,
    );
    const newest = (
      list: readonly string[],
      condition: string,
    ) => `SELECT n.scope, n.passage FROM unnest($1::int[]) AS s (scope),
      unnest(${add([...new Set(list.map(numberOfTerm))], 'bigint[]')}) AS t (term), LATERAL (SELECT p.scope, p.passage FROM memora.lexical_posting AS p
        WHERE p.scope = s.scope AND p.term = t.term AND (${passage} IS NULL OR (p.passage, p.scope) < (${passage}, ${scope}))${condition}
        ORDER BY p.passage DESC LIMIT ${most}) AS n`;
    return `SELECT scope, passage AS key FROM (${newest(first ?? [], also.join(''))} UNION ${newest(anyOf, '')}) AS found
       ORDER BY passage DESC, scope DESC LIMIT ${most}`;
  };
  return {
    /** Keeps the found as `found` and the best of them as `near` where `isKept`; what the rest gives is found with them then. */
    ranked: async (plan: CandidatePlan, limit: number, isKept: boolean): Promise<FoundByPostings> => {
      const { together, anyOf, rest } = plan;
      const paired = together.flatMap(({ first, others }) => [...first, ...others]);
      const values: unknown[] = [keys.ids];
      const parts = [
        ...(paired.length === 0
          ? []
          : [`SELECT 0 AS part, t.* FROM (${rankSql(paired, together, limit, values)}) AS t`]),
        ...(anyOf.length === 0
          ? []
          : [`SELECT 1 AS part, t.* FROM (${rankSql(anyOf, [], limit, values)}) AS t`]),
      ];
      const isRestRead = isKept && rest !== null;
      if (parts.length === 0 && !isRestRead) return { best: [], rest: null };
      if (parts.length === 0)
        parts.push('SELECT 1 AS part, 0 AS scope, 0::bigint AS key, 0::numeric AS worth LIMIT 0');
      const best = `best AS MATERIALIZED (${parts.join(' UNION ALL ')})`;
      const others = isRestRead
        ? ` UNION ALL SELECT 2, t.scope, t.key, t.key FROM (${newestSql(rest, limit, null, values)}) AS t
            WHERE (SELECT count(*) FROM (SELECT DISTINCT scope, key FROM best) AS b) < ${limit}`
        : '';
      const query = `WITH ${best} SELECT * FROM best${others}`;
      const columns = 'r.scope, r.key, r.part';
      const order = 'ORDER BY r.part, r.worth DESC, CASE r.part WHEN 2 THEN -r.scope ELSE r.scope END, r.key';
      const inOrder = order.replaceAll('r.', '');
      const near = `(SELECT scope, key FROM (SELECT scope, key, min(n) AS n FROM (SELECT scope, key, row_number() OVER (${inOrder}) AS n FROM all_rows) AS o
        GROUP BY scope, key ORDER BY n LIMIT ${NEAR}) AS b)`;
      const sql = isKept
        ? keeping(query, columns, { found: '(SELECT DISTINCT scope, key FROM all_rows)', near })
        : `SELECT ${columns} FROM (${query}) AS r`;
      const rows = withoutNone(await db.rows<[number, number, number]>(`${sql} ${order}`, values));
      const keysOf = (isIn: (part: number) => boolean) => [
        ...new Set(rows.flatMap(([scope, key, part]) => (isIn(part) ? [keys.toKey(scope, key)] : []))),
      ];
      return { best: keysOf((part) => part < 2), rest: isRestRead ? keysOf((part) => part === 2) : null };
    },
    newest: async (rest: RestTerms, limit: number, before: number | null): Promise<readonly number[]> => {
      const values: unknown[] = [keys.ids];
      const sql = newestSql(rest, limit, before, values);
      const rows = await db.rows<[number, number]>(sql, values);
      return rows.map(([scope, key]) => keys.toKey(scope, key));
    },
  };
}
