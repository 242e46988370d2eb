import { MOST_BEARERS, MOST_OF_A_NOTE } from '@memora/retrieval/internal';
import { type KeptRows, keeping } from '../retrieve/kept-rows.ts';
import { acrossScopes } from './links-across-scopes.ts';
import type { StoredStatement } from './stored-statement.ts';
import { WANTED, WANTED_OR_KEPT, WANTED_PARAMETERS } from './wanted-rows.ts';

const NAMES = 'unnest($1::int[]) AS s (scope), unnest($2::text[]) AS n (name)';
/** Finds a text by its digest: under row-level security, a condition with a function cannot use an index. */
const TERM = 't.scope = s.scope AND t.digest = md5(n.name) AND t.text = n.name';

/** Defines a step of the graph that is kept under a name. */
const step = (
  name: KeptRows,
  parameters: readonly string[],
  columns: readonly string[],
  query: string,
  relation = 'all_rows',
): StoredStatement => {
  const selected = columns.map((column) => `r.${column}`).join(', ');
  return {
    name: `ask_${name}`,
    parameters,
    columns: columns.length,
    sql: `${keeping(query, selected, { [name]: relation })} ORDER BY ${columns.map((_, i) => i + 1).join(', ')}`,
  };
};

const STEP = ['of_scope', 'of_key', 'scope', 'key'];
/** Keys, a limit, and the scopes between which links are followed. */
const STEP_PARAMETERS = ['int[]', 'bigint[]', 'bigint', 'int[]'];
const BOUND = 'ORDER BY 1, 2, 3, 4 LIMIT $3::bigint';

/** The notes that claims link to, kept as `linked`. */
export const LINKED: StoredStatement = step(
  'linked',
  STEP_PARAMETERS,
  STEP,
  `SELECT DISTINCT w.scope AS of_scope, w.key AS of_key, w.scope, e.named AS key FROM ${WANTED}, LATERAL (SELECT named FROM memora.stated_edge AS e
     WHERE e.scope = w.scope AND e.claim = w.key OFFSET 0) AS e
   UNION ${acrossScopes.notesLinkedBy(WANTED, '$4')} ${BOUND}`,
);

/** The claims that link to the notes of claims, kept as `links`. */
export const LINKS: StoredStatement = step(
  'links',
  STEP_PARAMETERS,
  STEP,
  `SELECT DISTINCT w.scope AS of_scope, w.key AS of_key, w.scope, e.claim AS key FROM ${WANTED},
     LATERAL (SELECT note FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
     LATERAL (SELECT claim FROM memora.stated_edge AS e WHERE e.scope = w.scope AND e.named = c.note OFFSET 0) AS e
   UNION ${acrossScopes.linksToNotesOf(WANTED, '$4')} ${BOUND}`,
);

/** The relations between claims and others, in both directions, kept as `edges`. */
export const EDGES: StoredStatement = step(
  'edges',
  STEP_PARAMETERS,
  [...STEP, 'weight'],
  `SELECT w.scope AS of_scope, w.key AS of_key, w.scope, e.target AS key, least(1, e.weight) AS weight FROM ${WANTED}, LATERAL (SELECT target, weight FROM memora.edge AS e
     WHERE e.scope = w.scope AND e.source = w.key AND e.recorded_until IS NULL OFFSET 0) AS e
   UNION SELECT w.scope, w.key, w.scope, e.source, least(1, e.weight) FROM ${WANTED}, LATERAL (SELECT source, weight FROM memora.edge AS e
     WHERE e.scope = w.scope AND e.target = w.key AND e.recorded_until IS NULL OFFSET 0) AS e
   UNION ${acrossScopes.edgesOf(WANTED, '$4')} ${BOUND}`,
);

/** The notes with given names, kept as `named`; a name that many notes have leads to none. */
export const NAMED: StoredStatement = step(
  'named',
  ['int[]', 'text[]'],
  ['text', 'scope', 'key'],
  `SELECT s.scope, t.text, a.note AS key FROM ${NAMES},
     LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
     LATERAL (SELECT note FROM memora.alias AS a WHERE a.scope = s.scope AND a.name = t.key OFFSET 0) AS a,
     LATERAL (SELECT 1 FROM memora.note AS o WHERE o.scope = s.scope AND o.key = a.note AND o.gone_at IS NULL LIMIT 1) AS o`,
  `(SELECT scope, key FROM (SELECT scope, key, count(*) OVER (PARTITION BY text) AS bearers FROM all_rows) AS n WHERE bearers <= ${MOST_BEARERS})`,
);

/** The claims about given subjects, kept as `about`. */
export const ABOUT: StoredStatement = step(
  'about',
  ['int[]', 'text[]', 'bigint'],
  ['text', 'scope', 'key'],
  `SELECT s.scope, t.text, c.key FROM ${NAMES},
     LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
     LATERAL (SELECT key FROM memora.topic AS o WHERE o.scope = s.scope AND o.subject = t.key OFFSET 0) AS o,
     LATERAL (SELECT key FROM memora.claim AS c WHERE c.scope = s.scope AND c.topic = o.key AND c.recorded_until IS NULL OFFSET 0) AS c
   ORDER BY 2, 1, 3 LIMIT $3::bigint`,
);

/** The first claims of notes, kept as `ofnotes`. */
export const OF_NOTES: StoredStatement = step(
  'ofnotes',
  WANTED_PARAMETERS,
  ['scope', 'note', 'key'],
  `SELECT w.scope, w.key AS note, c.key FROM ${WANTED_OR_KEPT}, LATERAL (SELECT key FROM memora.claim AS c
     WHERE c.scope = w.scope AND c.note = w.key AND c.recorded_until IS NULL ORDER BY c.key LIMIT ${MOST_OF_A_NOTE}) AS c`,
);
