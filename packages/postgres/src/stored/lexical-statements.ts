import { keeping } from '../retrieve/kept-rows.ts';
import type { StoredStatement } from './stored-statement.ts';
import { keptUnder, WANTED_OR_KEPT, WANTED_PARAMETERS } from './wanted-rows.ts';

const VISIBLE = 'scope = ANY ((SELECT memora.visible_scopes())::int[])';

/** Totals of the index over what the principal of the transaction sees. */
export const TOTALS: StoredStatement = {
  name: 'ask_totals',
  parameters: [],
  columns: 2,
  sql: `SELECT name, sum(value)::bigint FROM memora.lexical_totals WHERE ${VISIBLE} GROUP BY name`,
};

/** The number of visible passages that contain each term. */
export const COUNTS: StoredStatement = {
  name: 'ask_counts',
  parameters: ['text[]'],
  columns: 2,
  sql: `SELECT term, sum(documents)::bigint FROM memora.lexical_terms WHERE ${VISIBLE} AND term = ANY ($1::text[]) GROUP BY term`,
};

/** The most frequent terms for each prefix. */
export const PREFIXES: StoredStatement = {
  name: 'ask_prefixes',
  parameters: ['text[]', 'text[]', 'int[]'],
  columns: 3,
  sql: `SELECT w.i::int, t.term, t.documents::bigint FROM unnest($1::text[], $2::text[], $3::int[]) WITH ORDINALITY AS w (start, stop, most, i),
     LATERAL (SELECT term, sum(documents) AS documents FROM memora.lexical_terms
       WHERE ${VISIBLE} AND term >= w.start AND term < w.stop GROUP BY term
       ORDER BY 2 DESC, term LIMIT w.most) AS t ORDER BY w.i, t.documents DESC, t.term`,
};

/** Passages with their texts. */
export const TEXTS: StoredStatement = {
  name: 'ask_texts',
  parameters: WANTED_PARAMETERS,
  columns: 12,
  sql: `SELECT w.scope, w.key, p.note, p.at, p.section, p.band, t.c0, t.c1, t.c2, t.c3, t.c4, t.c5 FROM ${WANTED_OR_KEPT},
     LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key LIMIT 1) AS p,
     LATERAL (SELECT * FROM memora.lexical_fts_content AS t WHERE t.scope = w.scope AND t.id = w.key LIMIT 1) AS t`,
};

/** With more claims than this, most are not scored. */
const MOST_AHEAD = 100;

/** The places of claims and the passages, kept as `places`; kept lists are only included if they are small. */
export const PLACES: StoredStatement = {
  name: 'ask_places',
  parameters: WANTED_PARAMETERS,
  columns: 5,
  sql: keeping(
    `SELECT c.scope, c.key, c.passage, c.first_term, c.end_term FROM (SELECT * FROM unnest($1::int[], $2::bigint[]) AS g (scope, key) UNION
       SELECT k.scope, k.key FROM (${keptUnder('$3')}) AS k WHERE (SELECT count(*) FROM (SELECT DISTINCT scope, key FROM (${keptUnder('$3')}) AS a) AS d) <= ${MOST_AHEAD}) AS w (scope, key),
     LATERAL (SELECT scope, key, passage, first_term, end_term FROM memora.lexical_claims AS c
       WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c`,
    'r.scope, r.key, r.passage, r.first_term, r.end_term',
    { places: '(SELECT DISTINCT scope, passage AS key FROM all_rows)' },
  ),
};
