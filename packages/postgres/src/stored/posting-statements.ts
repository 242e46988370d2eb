import { keeping } from '../retrieve/kept-rows.ts';
import type { StoredStatement } from './stored-statement.ts';

// BM25 as the full-text index of a store has it, so that both offer the same candidates.
const K1 = 1.2;
const B = 0.75;
/** Worths are added as whole numbers: their sum is the same in whatever order they come. */
const FINE = 1e9;

/** Of the best, this many have their claims read at once. */
export const NEAR = 40;

/** What is worth what to passages by their terms: a relation of terms, a condition on groups, the average length of a passage, and how many of the best. */
type Rank = (wanted: string, having: string, averageLength: string, limit: string) => string;

// Whole numbers below 2^53 are exact in doubles, and a sum of `bigint` is a `numeric`, which takes most of the time of a question.
// What is the same for all postings of a term, and for all of them, is computed once.
const rank: Rank = (wanted, having, averageLength, limit) =>
  `SELECT p.scope, p.passage AS key, sum(round(w.gain * p.frequency / (p.frequency + (${K1 * (1 - B)} + (SELECT ${K1 * B} / ${averageLength}::float8) * p.length)))) AS worth
     FROM (SELECT w.*, ${FINE * (K1 + 1)} * w.rarity AS gain FROM unnest(${wanted} OFFSET 0) AS w JOIN memora.lexical_posting AS p ON p.scope = ANY ($1::int[]) AND p.term = w.term
     GROUP BY p.scope, p.passage ${having} ORDER BY 3 DESC, 1, 2 LIMIT ${limit}::bigint`;

/** Passages of the bands that are asked for: where there are more, what holds a word is found first, and its band is looked at then. */
export const FEW_OF_BANDS = 10_000;

/**
 * What passages of some bands are worth by terms, the best first, and in each row how many such passages there are, as far as they are few; one row
 * of nulls behind the count where they are more. Each passage is held against the postings, and never a posting against the bands.
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
  /** Terms, the list that each is of, and how many lists there are. */
  readonly also: readonly [terms: string, lists: string, count: string];
  readonly anyOf: string;
  readonly limit: string;
  readonly condition?: string;
}

/** The newest of what holds one term of each list, or any of others. */
const newest = ({ first, also: [terms, lists, count], anyOf, limit, condition = '' }: RestParameters) => {
  // Newest of each term alone: a common one stands in most passages, and only its last are read.
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
 * What a plan finds: what holds words together (part 0), any of them (1), and the newest of the rest (2), where fewer than the limit were found.
 * A pair of lists is a bit: of a term in the first list in one number, of one in the second in another. With `isKept` the found are kept as
 * `found`, and the best of them as `near`.
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

/** The newest of the rest of a plan; those before a passage of a scope where that is given. */
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
