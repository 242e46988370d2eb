import { normaliseTerm } from '@memora/core';
import { bandCodes, statusCodes } from '../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../model/conversation-note.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimFilter } from '../claim-store.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import { hadLapsed, statedThen, statusThen, supersededFrom, wasOnRecord } from './as-of/known-at.ts';
import { type PointInTime, readAsOf } from './as-of/read-as-of.ts';

/** What must hold of a row, and the values of its parameters in the order in which they stand. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * The condition of a filter on `claim` joined with its `note`, without page and limit. Written out and not built: this is asked with
 * every question, and a process that asks one would wait for the builder of queries.
 */
export function filterClaims(db: Sqlite.Database, filter: ClaimFilter): Condition {
  const time = readAsOf(filter.asOf);
  return allOf([
    ...noteConditions(filter, time),
    ...claimConditions(db, filter, time),
    ...timeConditions(filter, time),
  ]);
}

/**
 * The part of a filter that is about notes, on a row of `note` alone; with `asOf.known`, notes that were seen by then. What it says of claims is
 * not asked.
 */
export function filterNotes(filter: ClaimFilter): Condition {
  const time = readAsOf(filter.asOf);
  return allOf([
    ...noteConditions(filter, time),
    ...(time.known === undefined ? [] : [condition('note.first_seen <= ?', time.known)]),
    condition('note.gone_at IS NULL'),
  ]);
}

/** All of some conditions; of none, one that always holds. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return condition('TRUE');
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** A statement with a filter in it. That of a time known is another text for each instant, and is not kept. */
export function prepareFiltered<Row>(
  db: Sqlite.Database,
  { asOf }: ClaimFilter,
  sql: string,
): Sqlite.Statement<(string | number)[], Row> {
  return asOf?.known === undefined ? prepareOnce(db, sql) : db.prepare(sql);
}

function condition(sql: string, ...values: (string | number)[]): Condition {
  return { sql, values };
}

function noteConditions(
  { notePath, noteId, region, derived, active, conversations, retired }: ClaimFilter,
  { known }: PointInTime,
): Condition[] {
  // What is live stands in a note that is there: only those are in the index of ids.
  const there = retired === true || known !== undefined ? '' : ' AND note.gone_at IS NULL';
  return [
    ...(notePath === undefined ? [] : [condition('note.path = ? AND note.gone_at IS NULL', notePath)]),
    ...(noteId === undefined ? [] : [condition(`note.note_id = ?${there}`, noteId)]),
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
    ...(conversations === false ? [condition('note.type IS NOT ?', CONVERSATION_NOTE)] : []),
    ...(active === true ? [condition("note.status <> 'archived'")] : []),
  ];
}

function claimConditions(db: Sqlite.Database, filter: ClaimFilter, time: PointInTime): Condition[] {
  const conditions: Condition[] = [];
  if (filter.bands !== undefined) conditions.push(condition(amongBands(filter.bands.map(bandCodes.toCode))));
  if (filter.status !== undefined) {
    const statuses = typeof filter.status === 'string' ? [filter.status] : filter.status;
    const status = time.known === undefined ? 'claim.status' : `(${statusThen(time.known)})`;
    conditions.push(condition(`${status} IN (${statuses.map(statusCodes.toCode)})`));
  }
  if (filter.subject !== undefined || filter.predicate !== undefined) {
    const topics = JSON.stringify(findTopics(db, filter));
    conditions.push(condition('claim.topic IN (SELECT value FROM json_each(?))', topics));
  }
  return conditions;
}

/** One band is compared and not looked for in a list, so that the index of few serves. */
function amongBands(codes: readonly number[]): string {
  return codes.length === 1 ? `claim.band = ${codes[0]}` : `claim.band IN (${codes})`;
}

/** The clauses of `asOf` and `retired`: what Memora knew then, and what was valid then. */
function timeConditions({ retired }: ClaimFilter, { valid, known }: PointInTime): Condition[] {
  const isKnown =
    known === undefined
      ? 'claim.recorded_until IS NULL'
      : `${wasOnRecord('claim', known)} AND NOT ${hadLapsed(known)}`;
  return [
    ...(valid === undefined ? [] : validConditions(valid, known)),
    ...(known === undefined && retired === true ? [] : [condition(isKnown)]),
  ];
}

function validConditions(valid: string, known: number | undefined): Condition[] {
  const [from, until, ended] =
    known === undefined
      ? ['claim.valid_from', 'claim.valid_until', 'claim.superseded_at']
      : [statedThen('valid_from', known), statedThen('valid_until', known), supersededFrom(known)];
  // Dates of secret claims are encrypted: `holdsAt` looks at them afterwards.
  const isOpen = (sql: string) => condition(`claim.sealed IS NOT NULL OR ${sql}`, valid);
  return [
    isOpen(`${from} IS NULL OR ${from} <= ?`),
    isOpen(`${until} IS NULL OR ${until} > ?`),
    // Without what something newer had ended by then.
    isOpen(`${ended} IS NULL OR ${ended} > ?`),
  ];
}

/** The topics about a subject (by any of its names) and, where given, a predicate. */
function findTopics(db: Sqlite.Database, { subject, predicate }: ClaimFilter): number[] {
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
function findNames(db: Sqlite.Database, subject: string): number[] {
  const own = findTerms(db, [normaliseTerm(subject)]);
  const namesake = inList('alias.name', own);
  const others = pluckAll(
    db,
    `SELECT name FROM alias WHERE note IN (SELECT alias.note FROM alias WHERE ${namesake.sql})`,
    namesake.values,
  );
  return [...new Set([...own, ...others])];
}

function findTerms(db: Sqlite.Database, texts: readonly string[]): number[] {
  const { sql, values } = inList('text', texts);
  return pluckAll(db, `SELECT key FROM term WHERE ${sql}`, values);
}

function inList(column: string, items: readonly (string | number)[]): Condition {
  return condition(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(items));
}

function pluckAll(db: Sqlite.Database, sql: string, values: readonly (string | number)[]): number[] {
  return prepareOnce<(string | number)[], number>(db, sql)
    .pluck()
    .all(...values);
}
