import { bandCodes, statusCodes } from '../../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../../model/conversation-note.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { hadLapsed, statedThen, statusThen, supersededFrom, wasOnRecord } from '../as-of/known-at.ts';
import type { PointInTime } from '../as-of/read-as-of.ts';
import { isMemorySql } from './is-memory-sql.ts';
import type { SqlText } from './sql-text.ts';

/**
 * Returns the condition of a filter on a row of `claim` joined with its `note`, without page and limit; `topics` are those of its subject and predicate, null
 * if it has neither. Plain text instead of the query builder: it runs with every question, and a short-lived process would wait for the builder to load.
 */
export function filterSql(
  filter: ClaimFilter,
  time: PointInTime,
  topics: readonly number[] | null,
  text: SqlText,
): string {
  const { bands, status, retired } = filter;
  const { valid, known } = time;
  const conditions = noteConditions(filter, time, text);
  if (bands !== undefined) conditions.push(inCodes('claim.band', bands.map(bandCodes.toCode)));
  if (status !== undefined) {
    const statuses = typeof status === 'string' ? [status] : status;
    const then = known === undefined ? 'claim.status' : `(${statusThen(known, text)})`;
    conditions.push(inCodes(then, statuses.map(statusCodes.toCode)));
  }
  if (topics !== null) conditions.push(text.among('claim.topic', topics, 'bigint'));
  if (valid !== undefined) conditions.push(...validConditions(valid, known, text));
  if (known !== undefined)
    conditions.push(`${wasOnRecord('claim', known)} AND NOT ${hadLapsed(known, text)}`);
  else if (retired !== true) conditions.push('claim.recorded_until IS NULL');
  return allOf(conditions);
}

/** Returns the part of a filter about notes, on a row of `note` alone; with a known time, only notes seen by then. Its conditions on claims are ignored. */
export function noteSql(filter: ClaimFilter, time: PointInTime, text: SqlText): string {
  const conditions = [...noteConditions(filter, time, text), 'note.gone_at IS NULL'];
  if (time.known !== undefined) conditions.push(`note.first_seen <= ${time.known}`);
  return allOf(conditions);
}

/** Returns the conjunction of conditions; always true for none. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'TRUE' : conditions.map((each) => `(${each})`).join(' AND ');
}

function noteConditions(
  { notePath, noteId, region, derived, active, conversations, memories, retired }: ClaimFilter,
  { known }: PointInTime,
  text: SqlText,
): string[] {
  // Live claims are in existing notes: the index of ids contains only those.
  const there = retired === true || known !== undefined ? '' : ' AND note.gone_at IS NULL';
  const conditions: string[] = [];
  if (notePath !== undefined)
    conditions.push(`note.path = ${text.add(notePath, 'text')} AND note.gone_at IS NULL`);
  if (noteId !== undefined) conditions.push(`note.note_id = ${text.add(noteId, 'text')}${there}`);
  if (region !== undefined) {
    const own = text.add(region, 'text');
    // The database counts the characters: in JavaScript an emoji has two.
    const [counted, below] = [text.add(`${region}/`, 'text'), text.add(`${region}/`, 'text')];
    conditions.push(`note.region = ${own} OR substr(note.region, 1, length(${counted})) = ${below}`);
  }
  if (derived !== true) conditions.push(`note.type IS DISTINCT FROM '${DERIVED_NOTE}'`);
  if (conversations === false) conditions.push(`note.type IS DISTINCT FROM '${CONVERSATION_NOTE}'`);
  if (memories === false) conditions.push(`NOT (${isMemorySql('note.path')})`);
  if (active === true) conditions.push("note.status <> 'archived'");
  return conditions;
}

/** A single code is compared with `=` instead of a list, so that a partial index applies. */
function inCodes(column: string, codes: readonly number[]): string {
  if (codes.length === 0) return 'FALSE';
  return codes.length === 1 ? `${column} = ${codes[0]}` : `${column} IN (${codes.join(', ')})`;
}

function validConditions(valid: string, known: number | undefined, text: SqlText): string[] {
  const [from, until, ended] =
    known === undefined
      ? ['claim.valid_from', 'claim.valid_until', 'claim.superseded_at']
      : [
          statedThen('valid_from', known, text),
          statedThen('valid_until', known, text),
          supersededFrom(known, text),
        ];
  const at = () => text.add(valid, 'text');
  // Dates of secret claims are encrypted: `holdsAt` checks them afterwards.
  return [
    `claim.sealed IS NOT NULL OR ${from} IS NULL OR ${from} <= ${at()}`,
    `claim.sealed IS NOT NULL OR ${until} IS NULL OR ${until} > ${at()}`,
    // Leaves out claims that a newer one had ended by then.
    `claim.sealed IS NOT NULL OR ${ended} IS NULL OR ${ended} > ${at()}`,
  ];
}
