import { STORE_TABLES } from '@memora/claims/internal';
import { keeping } from '../retrieve/kept-rows.ts';
import { shownKind } from './shown-kind.ts';
import type { StoredStatement } from './stored-statement.ts';
import { keptUnder, WANTED } from './wanted-rows.ts';

/** The scopes that the principal of a transaction sees: their own first, then those of their groups, the workspace, and the global one. */
export const SCOPES: StoredStatement = {
  name: 'ask_scopes',
  parameters: [],
  columns: 6,
  // The time is formatted in SQL: it is read with every question, and parsing an unused Date takes longer than the rest of the row.
  sql: `SELECT id, ${shownKind('scope')}, owner, epoch, to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       epoch = 0 AND NOT EXISTS (SELECT 1 FROM memora.head h WHERE h.scope = scope.id AND h.hash IS NOT NULL) FROM memora.scope
     WHERE id = ANY ((SELECT memora.visible_scopes())::int[]) ORDER BY kind = 'global', kind = 'workspace', kind = 'group', id`,
};

/** The columns of a claim as it is shown, also for a table with another column order. */
const OF_CLAIM = Object.keys(STORE_TABLES.claim.columns);
const OF_NOTE = ['path', 'note_id', 'title', 'region', 'status', 'band'];
const TERMS = ['subject', 'predicate', 'heading', 'extractor'];

/** The column names of {@link SHOWN}, after the scope. */
export const SHOWN_COLUMNS: readonly string[] = [
  ...OF_CLAIM,
  ...OF_NOTE.map((name) => `note_${name}`),
  ...TERMS.map((name) => `${name}_text`),
  'duplicate_id',
];

const termOf = (
  name: string,
) => `${name === 'extractor' ? ',' : 'LEFT JOIN'} LATERAL (SELECT text FROM memora.term AS t
  WHERE t.scope = w.scope AND t.key = claim.${name} LIMIT 1) AS ${name}_term${name === 'extractor' ? '' : ' ON true'}`;

/** Selects the shown columns of claims in a relation `w (scope, key)`, each by a separate lookup. */
const shownFrom = (
  before: string,
  wanted: string,
) => `SELECT ${before}, ${OF_CLAIM.map((name) => `claim.${name}`).join(', ')},
     ${OF_NOTE.map((name) => `note.${name}`).join(', ')}, ${TERMS.map((name) => `${name}_term.text`).join(', ')}, original.id AS duplicate_id FROM ${wanted},
     LATERAL (SELECT * FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS claim,
     LATERAL (SELECT * FROM memora.note AS n WHERE n.scope = w.scope AND n.key = claim.note LIMIT 1) AS note
     ${TERMS.filter((name) => name !== 'extractor')
       .map(termOf)
       .join('\n     ')}
     LEFT JOIN LATERAL (SELECT id FROM memora.claim AS o WHERE o.scope = w.scope AND o.key = claim.duplicate_of LIMIT 1) AS original ON true
     ${termOf('extractor')}`;

/** Claims by key, as shown. */
export const SHOWN: StoredStatement = {
  name: 'ask_shown',
  parameters: ['int[]', 'bigint[]'],
  columns: SHOWN_COLUMNS.length + 1,
  sql: shownFrom('w.scope', WANTED),
};

/** Claims by id, including former ids, in every scope that the principal of the transaction sees. */
const CITED_KEYS = `(SELECT c.scope, c.id, c.key FROM memora.claim AS c WHERE c.scope = ANY ((SELECT memora.visible_scopes())::int[]) AND c.id = ANY ($1::text[])
   UNION ALL SELECT f.scope, f.id, f.claim FROM memora.former_id AS f WHERE f.scope = ANY ((SELECT memora.visible_scopes())::int[]) AND f.id = ANY ($1::text[]))`;

/** Claims as shown, by the ids of citations. Their notes are kept as `cited`. */
export const CITED: StoredStatement = {
  name: 'ask_cited',
  parameters: ['text[]'],
  columns: SHOWN_COLUMNS.length + 2,
  sql: keeping(
    shownFrom('w.id AS asked_id, w.scope AS of_scope', `${CITED_KEYS} AS w (scope, id, key)`),
    'r.*',
    { cited: '(SELECT DISTINCT of_scope AS scope, note AS key FROM all_rows)' },
  ),
};

/** The notes kept as `cited`, with their current bytes; no address if there are none. */
export const CITED_NOTES: StoredStatement = {
  name: 'ask_cited_notes',
  parameters: ['text[]'],
  columns: 5,
  sql: `SELECT w.scope, n.path, h.hash, b.bytes, coalesce(b.sealed, false) FROM (SELECT DISTINCT scope, key FROM (${keptUnder('$1')}) AS k) AS w (scope, key),
     LATERAL (SELECT path FROM memora.note AS n WHERE n.scope = w.scope AND n.key = w.key LIMIT 1) AS n
     LEFT JOIN LATERAL (SELECT hash FROM memora.head AS h WHERE h.scope = w.scope AND h.path = n.path AND hash IS NOT NULL LIMIT 1) AS h ON true
     LEFT JOIN LATERAL (SELECT bytes, sealed FROM memora.blob AS b WHERE b.scope = w.scope AND b.hash = h.hash LIMIT 1) AS b ON true`,
};

/** The places of claims. */
export const HIT_PLACES: StoredStatement = {
  name: 'ask_hit_places',
  parameters: ['int[]', 'bigint[]'],
  columns: 9,
  sql: `SELECT w.scope, w.key, p.key, p.kind, p.span_start, p.span_end, p.at, p.section, c.snippet FROM ${WANTED},
     LATERAL (SELECT passage, snippet FROM memora.lexical_claims AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
     LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = c.passage AND p.note IS NOT NULL LIMIT 1) AS p
   ORDER BY w.scope, w.key`,
};
