import { normaliseTerm } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { ClaimFilter } from '../claim-store.ts';
import { DERIVED_NOTE } from '../derived/derived-page.ts';
import { bandCodes, edgeCodes, statusCodes } from './codes.ts';
import { prepareOnce } from './prepare-once.ts';

/** What must hold of a row, and the values of its parameters in the order in which they stand. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * The condition of a filter on `claim` joined with its `note`, without page and limit. Written out and not built: this is asked with
 * every question, and a process that asks one would wait for the builder of queries.
 */
export function filterClaims(db: BetterSqlite3.Database, filter: ClaimFilter): Condition {
  return allOf([...noteConditions(filter), ...claimConditions(db, filter), ...timeConditions(filter)]);
}

/** All of some conditions; of none, one that always holds. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return condition('TRUE');
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

function condition(sql: string, ...values: (string | number)[]): Condition {
  return { sql, values };
}

function noteConditions({ notePath, noteId, region, derived, active }: ClaimFilter): Condition[] {
  return [
    ...(notePath === undefined ? [] : [condition('note.path = ? AND note.gone_at IS NULL', notePath)]),
    ...(noteId === undefined ? [] : [condition('note.note_id = ?', noteId)]),
    ...(region === undefined
      ? []
      : [
          condition(
            'note.region = ? OR substr(note.region, 1, ?) = ?',
            region,
            region.length + 1,
            `${region}/`,
          ),
        ]),
    ...(derived === true ? [] : [condition('note.type IS NOT ?', DERIVED_NOTE)]),
    ...(active === true ? [condition("note.status <> 'archived'")] : []),
  ];
}

function claimConditions(db: BetterSqlite3.Database, filter: ClaimFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.bands !== undefined)
    conditions.push(condition(`claim.band IN (${filter.bands.map(bandCodes.toCode)})`));
  if (filter.status !== undefined) {
    const statuses = typeof filter.status === 'string' ? [filter.status] : filter.status;
    conditions.push(condition(`claim.status IN (${statuses.map(statusCodes.toCode)})`));
  }
  if (filter.subject !== undefined || filter.predicate !== undefined) {
    const topics = JSON.stringify(findTopics(db, filter));
    conditions.push(condition('claim.topic IN (SELECT value FROM json_each(?))', topics));
  }
  return conditions;
}

/** The clauses of `asOf` and `retired`: what Memora knew then, and what was valid then. */
function timeConditions({ asOf, retired }: ClaimFilter): Condition[] {
  const { valid, known } = asOf ?? {};
  const knownAt = known === undefined ? null : Date.parse(known);
  return [
    ...(valid === undefined ? [] : validConditions(valid, knownAt)),
    ...(knownAt === null ? (retired === true ? [] : [condition('claim.recorded_until IS NULL')]) : []),
    ...(knownAt === null ? [] : knownConditions(knownAt)),
  ];
}

function validConditions(valid: string, knownAt: number | null): Condition[] {
  const [from, until] = [validityAt('valid_from', knownAt), validityAt('valid_until', knownAt)];
  return [
    condition(`${from.sql} IS NULL OR ${from.sql} <= ?`, ...from.values, ...from.values, valid),
    condition(`${until.sql} IS NULL OR ${until.sql} > ?`, ...until.values, ...until.values, valid),
    knownAt === null
      ? condition('claim.superseded_at IS NULL OR claim.superseded_at > ?', valid)
      : notKnownSuperseded(valid, knownAt),
  ];
}

function knownConditions(at: number): Condition[] {
  return [
    condition('claim.recorded_from <= ?', at),
    condition('claim.recorded_until IS NULL OR claim.recorded_until > ?', at),
    condition(
      'NOT EXISTS (SELECT 1 FROM lapse WHERE lapse.claim = claim.key AND lapse.gone_from <= ? AND lapse.gone_until > ?)',
      at,
      at,
    ),
  ];
}

/** A bound of validity as it was known at an instant (milliseconds): what an edit has changed since is put back. */
function validityAt(column: 'valid_from' | 'valid_until', knownAt: number | null): Condition {
  if (knownAt === null) return condition(`claim.${column}`);
  const past = 'FROM past_validity p WHERE p.claim = claim.key AND p.known_until > ?';
  return condition(
    `CASE WHEN EXISTS (SELECT 1 ${past}) THEN (SELECT p.${column} ${past} ORDER BY p.known_until LIMIT 1) ELSE claim.${column} END`,
    knownAt,
    knownAt,
  );
}

/** Without the claims that something newer had ended by then, by the `supersedes` edges that stood at an earlier instant. */
function notKnownSuperseded(valid: string, knownAt: number): Condition {
  return condition(
    `NOT EXISTS (SELECT 1 FROM edge WHERE edge.target = claim.key AND edge.type = ${edgeCodes.toCode('supersedes')}
      AND edge.recorded_from <= ? AND (edge.recorded_until IS NULL OR edge.recorded_until > ?)
      AND json_extract(edge.metadata, '$.at') <= ?)`,
    knownAt,
    knownAt,
    valid,
  );
}

/** The topics about a subject (by any of its names) and, where given, a predicate. */
function findTopics(db: BetterSqlite3.Database, { subject, predicate }: ClaimFilter): number[] {
  const conditions = [
    ...(subject === undefined ? [] : [inList('topic.subject', findNames(db, subject))]),
    ...(predicate === undefined
      ? []
      : [inList('topic.predicate', findTerms(db, [normaliseTerm(predicate)]))]),
  ];
  const { sql, values } = allOf(conditions);
  return pluckAll(db, `SELECT topic.key FROM topic WHERE ${sql}`, values);
}

/** The term of a name, and those of the other names of the notes that bear it (title and aliases). */
function findNames(db: BetterSqlite3.Database, subject: string): number[] {
  const own = findTerms(db, [normaliseTerm(subject)]);
  const namesake = inList('alias.name', own);
  const others = pluckAll(
    db,
    `SELECT name FROM alias WHERE note IN (SELECT alias.note FROM alias WHERE ${namesake.sql})`,
    namesake.values,
  );
  return [...new Set([...own, ...others])];
}

function findTerms(db: BetterSqlite3.Database, texts: readonly string[]): number[] {
  const { sql, values } = inList('text', texts);
  return pluckAll(db, `SELECT key FROM term WHERE ${sql}`, values);
}

function inList(column: string, items: readonly (string | number)[]): Condition {
  return condition(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(items));
}

function pluckAll(db: BetterSqlite3.Database, sql: string, values: readonly (string | number)[]): number[] {
  return prepareOnce<(string | number)[], number>(db, sql)
    .pluck()
    .all(...values);
}
