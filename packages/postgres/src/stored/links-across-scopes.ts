import { assertionCodes, bandCodes, edgeCodes } from '@memora/claims/internal';

/**
 * Links from a claim of one scope to a note of another. They are not stored: a claim's reference is the name of a note, which is looked up during the
 * question among the rows that the principal sees. A name means the note of the claim's own scope if there is one; otherwise, of several notes, that with
 * the shortest path, as within a vault. A hidden note matches no name and does not affect the result.
 */

const [DERIVES, SUPERSEDES, DEPENDS_ON] = (['derives', 'supersedes', 'depends_on'] as const).map(
  edgeCodes.toCode,
) as [number, number, number];
const ASSERTED = assertionCodes.toCode('asserted');
const SECRET = bandCodes.toCode('secret');
/** References to claims name no note. */
const NAMES_A_NOTE = `r.type NOT IN (${DERIVES}, ${SUPERSEDES})`;
/** The first claims of a note that a dependency leads to, at most this many; any other reference leads to the first claim. */
const MOST_SOURCES = 64;
/** Maximum number of claims of one scope that are checked for links to one note. */
const MOST_LINKING = 512;

/** Selects the note that a name means in a scope: one row `m (scope, note)`, or none. */
const meant = (name: string, digest: string, from: string, scopes: string) =>
  `LATERAL (SELECT s.scope, o.key AS note FROM unnest(${scopes}::int[]) WITH ORDINALITY AS s (scope, at),
     LATERAL (SELECT key FROM memora.term AS x WHERE x.scope = s.scope AND x.digest = ${digest} AND x.text = ${name} OFFSET 0) AS x,
     LATERAL (SELECT note FROM memora.alias AS a WHERE a.scope = s.scope AND a.name = x.key OFFSET 0) AS a,
     LATERAL (SELECT key, path FROM memora.note AS n WHERE n.scope = s.scope AND n.key = a.note AND n.gone_at IS NULL LIMIT 1) AS o
     ORDER BY s.scope <> ${from}, length(o.path), o.path, s.at LIMIT 1) AS m`;

/** Selects the claims that represent a note: `a (key)`. */
const anchors = (scope: string, note: string, type: string) =>
  `LATERAL (SELECT key FROM memora.claim AS y WHERE y.scope = ${scope} AND y.note = ${note} AND y.recorded_until IS NULL
     AND y.assertion = ${ASSERTED} AND y.band < ${SECRET} ORDER BY (y.inherited <> 0 AND y.object IS NOT NULL), y.span_start, y.id
     LIMIT CASE WHEN ${type} = ${DEPENDS_ON} THEN ${MOST_SOURCES} ELSE 1 END) AS a`;

/** Steps from the claims `w` to the notes `m` of other scopes that they link to. */
const linked = (wanted: string, scopes: string) =>
  `${wanted}, LATERAL (SELECT name, digest, type FROM memora.reference AS r WHERE r.scope = w.scope AND r.claim = w.key AND ${NAMES_A_NOTE} OFFSET 0) AS r,
   ${meant('r.name', 'r.digest', 'w.scope', scopes)}`;

/**
 * Steps from the notes of the claims `w` to the claims `r` of other scopes `f` that link to them. A name that nothing in a scope refers to (`g`) is not
 * looked up: a thousand notes can have the same one.
 */
const linking = (wanted: string, scopes: string) =>
  `${wanted}, LATERAL (SELECT note FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
   LATERAL (SELECT name FROM memora.alias AS a WHERE a.scope = w.scope AND a.note = c.note OFFSET 0) AS b,
   LATERAL (SELECT text, digest FROM memora.term AS t WHERE t.scope = w.scope AND t.key = b.name LIMIT 1) AS t,
   unnest(${scopes}::int[]) AS f (scope),
   LATERAL (SELECT r.scope FROM memora.reference AS r WHERE r.scope = f.scope AND r.digest = t.digest AND r.name = t.text LIMIT 1) AS g (scope),
   ${meant('t.text', 't.digest', 'g.scope', scopes)},
   LATERAL (SELECT claim, type FROM memora.reference AS r WHERE r.scope = f.scope AND r.digest = t.digest AND r.name = t.text AND ${NAMES_A_NOTE}
     ORDER BY claim LIMIT ${MOST_LINKING}) AS r,
   LATERAL (SELECT 1 FROM memora.claim AS k WHERE k.scope = f.scope AND k.key = r.claim AND k.recorded_until IS NULL LIMIT 1) AS k
   WHERE f.scope <> w.scope AND m.scope = w.scope AND m.note = c.note`;

/** The cross-scope part of each link step, as queries with the same columns. */
export const acrossScopes = {
  notesLinkedBy: (wanted: string, scopes: string): string =>
    `SELECT w.scope, w.key, m.scope, m.note FROM ${linked(wanted, scopes)} WHERE m.scope <> w.scope`,
  linksToNotesOf: (wanted: string, scopes: string): string =>
    `SELECT w.scope, w.key, f.scope, r.claim FROM ${linking(wanted, scopes)}`,
  edgesOf: (wanted: string, scopes: string): string =>
    `SELECT w.scope, w.key, m.scope, a.key, 1::float8 FROM ${linked(wanted, scopes)}, ${anchors('m.scope', 'm.note', 'r.type')} WHERE m.scope <> w.scope
     UNION SELECT w.scope, w.key, f.scope, r.claim, 1::float8 FROM ${linking(wanted, scopes)}
       AND EXISTS (SELECT 1 FROM ${anchors('w.scope', 'c.note', 'r.type')} WHERE a.key = w.key)`,
} as const;
