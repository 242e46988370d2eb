import { normaliseTerm } from '@memora/core';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { prepareOnce } from '../../open/prepare-once.ts';
import { readAsOf } from '../as-of/read-as-of.ts';
import { allOf, filterSql } from './filter-sql.ts';
import { sqliteText } from './sql-text.ts';

/** A condition on a row, and the values of its parameters in order. */
interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Returns the condition of a filter on `claim` joined with its `note`, without page and limit. */
export function filterClaims(db: Sqlite.Database, filter: ClaimFilter): Condition {
  const text = sqliteText();
  const isAbout = filter.subject !== undefined || filter.predicate !== undefined;
  const sql = filterSql(filter, readAsOf(filter.asOf), isAbout ? findTopics(db, filter) : null, text);
  return { sql, values: text.values };
}

/** Returns a statement with a filter in it. With a known time the text differs for each instant and is not cached. */
export function prepareFiltered<Row>(
  db: Sqlite.Database,
  { asOf }: Pick<ClaimFilter, 'asOf'>,
  sql: string,
): Sqlite.Statement<unknown[], Row> {
  return asOf?.known === undefined ? prepareOnce(db, sql) : db.prepare(sql);
}

/** Returns the topics with a subject (by any of its names) and, if given, a predicate. */
function findTopics(db: Sqlite.Database, { subject, predicate }: ClaimFilter): number[] {
  const text = sqliteText();
  const conditions: string[] = [];
  if (subject !== undefined) conditions.push(text.among('topic.subject', findNames(db, subject), 'bigint'));
  if (predicate !== undefined)
    conditions.push(text.among('topic.predicate', findTerms(db, [normaliseTerm(predicate)]), 'bigint'));
  return pluckAll(db, `SELECT topic.key FROM topic WHERE ${allOf(conditions)}`, text.values);
}

/** Returns the term of a name, and those of the other names (title and aliases) of the notes with that name. */
function findNames(db: Sqlite.Database, subject: string): number[] {
  const own = findTerms(db, [normaliseTerm(subject)]);
  const text = sqliteText();
  const others = pluckAll(
    db,
    `SELECT name FROM alias WHERE note IN (SELECT alias.note FROM alias WHERE ${text.among('alias.name', own, 'bigint')})`,
    text.values,
  );
  return [...new Set([...own, ...others])];
}

function findTerms(db: Sqlite.Database, texts: readonly string[]): number[] {
  const text = sqliteText();
  return pluckAll(db, `SELECT key FROM term WHERE ${text.among('text', texts, 'text')}`, text.values);
}

function pluckAll(db: Sqlite.Database, sql: string, values: readonly unknown[]): number[] {
  return prepareOnce<unknown[], number>(db, sql)
    .pluck()
    .all(...values);
}
