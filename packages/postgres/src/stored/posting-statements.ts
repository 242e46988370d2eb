import { keeping } from '../retrieve/kept-rows.ts';
import type { StoredStatement } from './stored-statement.ts';

// BM25 with the parameters of the store's full-text index, so that both return the same candidates.
const K1 = 1.2;
const B = 0.75;
/** Scores are added as integers, so that the sum does not depend on the order. */
const FINE = 1e9;

/** The number of best passages whose claims are read in the same round trip. */
export const NEAR = 40;

/** Returns SQL that scores passages by their terms, from a relation of terms, a condition on groups, the average passage length, and a limit. */
type Rank = (wanted: string, having: string, averageLength: string, limit: string) => string;

// Integers below 2^53 are exact in doubles. A sum of `bigint` would be a `numeric`, which would take most of a question's time. Factors that all postings, or
// all of a term, share are computed once.
const rank: Rank = (wanted, having, averageLength, limit) =>
  `SELECT p.scope, p.passage AS key, sum(round(w.gain * p.frequency / (p.frequency + (${K1 * (1 - B)} + (SELECT ${K1 * B} / ${averageLength}::float8) * p.length)))) AS worth
     FROM (SELECT w.*, ${FINE * (K1 + 1)} * w.rarity AS gain FROM unnest(${wanted} OFFSET 0) AS w JOIN memora.lexical_posting AS p ON p.scope = ANY ($1::int[]) AND p.term = w.term
     GROUP BY p.scope, p.passage ${having} ORDER BY 3 DESC, 1, 2 LIMIT ${limit}::bigint`;

/** The maximum number of passages of the requested bands. If there are more, passages are searched by words first, and filtered by band later. */
export const FEW_OF_BANDS = 10_000;

/**
 * Scores passages of some bands by terms, the best first. Each row has the number of such passages if they are few; if not, one row of nulls after the
 * count. Each passage is looked up in the postings, and no posting is checked for its band.
 */
export const RANKED_OF_BANDS = `WITH few AS MATERIALIZED (SELECT scope, key FROM memora.lexical_passages
    WHERE scope = ANY ($1::int[]) AND band = ANY ($2::bigint[]) LIMIT ${FEW_OF_BANDS + 1}),
  worth AS MATERIALIZED (SELECT f.scope, f.key, (SELECT sum(round(${FINE * (K1 + 1)} * w.rarity * p.frequency / (p.frequency + ${K1 * (1 - B)} + ${K1 * B} * p.length / $5::float8)))
      FROM unnest($3::bigint[], $4::float8[]) AS w (term, rarity),
        LATERAL (SELECT frequency, length FROM memora.lexical_posting AS o WHERE o.scope = f.scope AND o.term = w.term AND o.passage = f.key LIMIT 1) AS p) AS worth
    FROM few AS f WHERE (SELECT count(*) FROM few) <= ${FEW_OF_BANDS})
  SELECT c.count::int, r.scope, r.key FROM (SELECT count(*) AS count FROM few) AS c LEFT JOIN (SELECT * FROM worth WHERE worth IS NOT NULL) AS r ON true
  ORDER BY r.worth DESC, r.scope, r.key`;

interface RestParameters {
  readonly first: string;
  /** Terms, their list number, and the number of lists. */
  readonly also: readonly [terms: string, lists: string, count: string];
  readonly anyOf: string;
  readonly limit: string;
  readonly condition?: string;
}

/** Selects the newest passages with one term of each list, or with any of the others. */
const newest = ({ first, also: [terms, lists, count], anyOf, limit, condition = '' }: RestParameters) => {
  // Reads the newest of each term separately: a common term is in most passages, and only its last are read.
  const of = (list: string, more: string) =>
    `SELECT n.scope, n.passage FROM unnest($1::int[]) AS s (scope), unnest(${list}::bigint[]) AS t (term), LATERAL (SELECT p.scope, p.passage
       FROM memora.lexical_posting AS p WHERE p.scope = s.scope AND p.term = t.term${condition}${more} ORDER BY p.passage DESC LIMIT ${limit}::bigint) AS n`;
  const also = ` AND (${count}::int = 0 OR ${count}::int = (SELECT count(DISTINCT a.list) FROM unnest(${terms}::bigint[], ${lists}::int[]) AS a (term, list)
       WHERE EXISTS (SELECT 1 FROM memora.lexical_posting AS o WHERE o.scope = p.scope AND o.term = a.term AND o.passage = p.passage)))`;
  return `SELECT scope, passage AS key FROM (${of(first, also)} UNION ${of(anyOf, '')}) AS found ORDER BY passage DESC, scope DESC LIMIT ${limit}::bigint`;
};

const IN_ORDER = 'part, worth DESC, CASE part WHEN 2 THEN -scope ELSE scope END, key';

const rankedSql = (rank: Rank): string =>
  `${keeping(
    `WITH best AS MATERIALIZED (
       SELECT 0 AS part, t.* FROM (${rank('$2::bigint[], $3::float8[], $4::bigint[], $5::bigint[]) AS w (term, rarity, first, other)', 'HAVING (bit_or(w.first) & bit_or(w.other)) <> 0', '$8', '$9')}) AS t
       UNION ALL SELECT 1, t.* FROM (${rank('$6::bigint[], $7::float8[]) AS w (term, rarity)', '', '$8', '$9')}) AS t)
     SELECT * FROM best UNION ALL SELECT 2, t.scope, t.key, t.key FROM (${newest({ first: '$11', also: ['$12', '$13', '$14'], anyOf: '$15', limit: '$9' })}) AS t
       WHERE (SELECT count(*) FROM (SELECT DISTINCT scope, key FROM best) AS b) < $9::bigint`,
    'r.scope, r.key, r.part',
    {
      found: '(SELECT DISTINCT scope, key FROM all_rows WHERE $10::boolean)',
      near: `(SELECT scope, key FROM (SELECT scope, key, min(n) AS n FROM (SELECT scope, key, row_number() OVER (ORDER BY ${IN_ORDER}) AS n FROM all_rows
        WHERE $10::boolean) AS o GROUP BY scope, key ORDER BY n LIMIT ${NEAR}) AS b)`,
    },
  )} ORDER BY r.part, r.worth DESC, CASE r.part WHEN 2 THEN -r.scope ELSE r.scope END, r.key`;

/**
 * Selects what a plan finds: passages with pairs (part 0), with any term (1), and the newest of the rest (2) if fewer than the limit were found. A pair of
 * lists is a bit: set in one number for a term of the first list, in another for one of the second. With `isKept`, results are kept as `found`, and the
 * best of them as `near`.
 */
export const RANKED: StoredStatement = {
  name: 'ask_ranked',
  parameters: [
    'int[]',
    ...['bigint[]', 'float8[]', 'bigint[]', 'bigint[]'],
    ...['bigint[]', 'float8[]'],
    ...['float8', 'bigint', 'boolean'],
    ...['bigint[]', 'bigint[]', 'int[]', 'int', 'bigint[]'],
  ],
  columns: 3,
  sql: rankedSql(rank),
};

/** Selects the newest of the rest of a plan; only those before a passage of a scope, if given. */
export const NEWEST: StoredStatement = {
  name: 'ask_newest',
  parameters: ['int[]', 'bigint[]', 'bigint[]', 'int[]', 'int', 'bigint[]', 'bigint', 'bigint', 'int'],
  columns: 2,
  sql: newest({
    first: '$2',
    also: ['$3', '$4', '$5'],
    anyOf: '$6',
    limit: '$7',
    condition: ' AND ($8::bigint IS NULL OR (p.passage, p.scope) < ($8::bigint, $9::int))',
  }),
};
