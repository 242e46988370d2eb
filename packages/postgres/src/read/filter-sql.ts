import type { ClaimFilter } from '@memora/claims';
import {
  bandCodes,
  CONVERSATION_NOTE,
  DERIVED_NOTE,
  edgeCodes,
  type PointInTime,
  statusCodes,
} from '@memora/claims/internal';
import { toInstantText } from '@memora/core';

/** Collects the values of a statement; the first is the scope, where it is about one. */
export interface Values {
  readonly list: readonly unknown[];
  /** Keeps a value, and gives the parameter that stands for it. */
  readonly add: (value: unknown, type: string) => string;
}

export function collectValues(...first: readonly unknown[]): Values {
  const list: unknown[] = [...first];
  return {
    list,
    add: (value, type) => {
      list.push(value);
      return `$${list.length}::${type}`;
    },
  };
}

const SUPERSEDES = edgeCodes.toCode('supersedes');
const CONTRADICTS = edgeCodes.toCode('contradicts');

/** What must hold of a row of `claim` joined with its `note`, without page and limit. `topics` are those about the subject and the predicate. */
export function filterSql(
  filter: ClaimFilter,
  { valid, known }: PointInTime,
  topics: readonly number[] | null,
  values: Values,
  inScope = 'claim.scope = $1',
): string {
  const { bands, status, retired } = filter;
  const text = (value: string) => values.add(value, 'text');
  const conditions: string[] = [inScope, ...noteConditions(filter, values)];
  if (bands !== undefined) conditions.push(inCodes('claim.band', bands.map(bandCodes.toCode)));
  if (status !== undefined) {
    const statuses = typeof status === 'string' ? [status] : status;
    conditions.push(
      inCodes(
        known === undefined ? 'claim.status' : `(${statusThen(known)})`,
        statuses.map(statusCodes.toCode),
      ),
    );
  }
  if (topics !== null) conditions.push(`claim.topic = ANY (${values.add(topics, 'bigint[]')})`);
  if (valid !== undefined) conditions.push(...validSql(text(valid), known));
  if (known !== undefined) conditions.push(`${wasOnRecord('claim', known)} AND NOT ${hadLapsed(known)}`);
  else if (retired !== true) conditions.push('claim.recorded_until IS NULL');
  return conditions.map((each) => `(${each})`).join(' AND ');
}

/** The part of a filter that is about notes, of a row of `note` alone; with a time known, of notes that were seen by then. */
export function noteSql(filter: ClaimFilter, { known }: PointInTime, values: Values): string {
  const conditions = [...noteConditions(filter, values), 'note.gone_at IS NULL'];
  if (known !== undefined) conditions.push(`note.first_seen <= ${known}`);
  return conditions.map((each) => `(${each})`).join(' AND ');
}

function noteConditions(
  { notePath, noteId, region, active, conversations, derived }: ClaimFilter,
  values: Values,
): string[] {
  const text = (value: string) => values.add(value, 'text');
  const conditions: string[] = [];
  if (notePath !== undefined) conditions.push(`note.path = ${text(notePath)} AND note.gone_at IS NULL`);
  if (noteId !== undefined) conditions.push(`note.note_id = ${text(noteId)}`);
  if (region !== undefined)
    conditions.push(
      `note.region = ${text(region)} OR substr(note.region, 1, ${values.add(region.length + 1, 'int')}) = ${text(`${region}/`)}`,
    );
  if (derived !== true) conditions.push(`note.type IS DISTINCT FROM '${DERIVED_NOTE}'`);
  if (conversations === false) conditions.push(`note.type IS DISTINCT FROM '${CONVERSATION_NOTE}'`);
  if (active === true) conditions.push("note.status <> 'archived'");
  return conditions;
}

/** The columns of a claim as they were known at an instant, in milliseconds since 1970 UTC. */
export function columnsThen(known: number): string {
  return `claim.key, ${statusThen(known)} AS status, ${supersededFrom(known)} AS superseded_at,
    ${statedThen('valid_from', known)} AS valid_from, ${statedThen('valid_until', known)} AS valid_until,
    ${statedThen('precision', known)} AS precision,
    (SELECT gone_from FROM memora.lapse WHERE ${lapse(known)}) AS lapsed_since`;
}

/** True where a row with `recorded_from` and `recorded_until` was on record. */
function wasOnRecord(table: string, known: number): string {
  return `(${table}.recorded_from <= ${known} AND (${table}.recorded_until IS NULL OR ${table}.recorded_until > ${known}))`;
}

function validSql(valid: string, known: number | undefined): string[] {
  const [from, until, ended] =
    known === undefined
      ? ['claim.valid_from', 'claim.valid_until', 'claim.superseded_at']
      : [statedThen('valid_from', known), statedThen('valid_until', known), supersededFrom(known)];
  // Dates of secret claims are encrypted: `holdsAt` looks at them afterwards.
  const open = (sql: string) => `claim.sealed IS NOT NULL OR ${sql}`;
  return [
    open(`${from} IS NULL OR ${from} <= ${valid} COLLATE "C"`),
    open(`${until} IS NULL OR ${until} > ${valid} COLLATE "C"`),
    open(`${ended} IS NULL OR ${ended} > ${valid} COLLATE "C"`),
  ];
}

function hadLapsed(known: number): string {
  return `EXISTS (SELECT 1 FROM memora.lapse WHERE ${lapse(known)})`;
}

function lapse(known: number): string {
  return `lapse.scope = claim.scope AND lapse.claim = claim.key AND lapse.gone_from <= ${known} AND lapse.gone_until > ${known}`;
}

function supersededFrom(known: number): string {
  return `(SELECT min((edge.metadata::json ->> 'at') COLLATE "C") FROM memora.edge WHERE edge.scope = claim.scope
    AND edge.target = claim.key AND edge.type = ${SUPERSEDES} AND ${wasOnRecord('edge', known)})`;
}

function statedThen(column: 'valid_from' | 'valid_until' | 'precision', known: number): string {
  const past = `FROM memora.past_validity AS past WHERE past.scope = claim.scope AND past.claim = claim.key AND past.known_until > ${known}`;
  const then = `(SELECT past.${column} ${past} ORDER BY past.known_until LIMIT 1)`;
  return `CASE WHEN EXISTS (SELECT 1 ${past}) THEN ${then} ELSE claim.${column} END`;
}

function statusThen(known: number): string {
  const settled = `EXISTS (SELECT 1 FROM memora.edge AS settled WHERE settled.scope = claim.scope AND settled.type = ${SUPERSEDES}
    AND settled.target IN (edge.source, edge.target) AND ${wasOnRecord('settled', known)})`;
  const disputed = `EXISTS (SELECT 1 FROM memora.edge WHERE edge.scope = claim.scope AND (edge.source = claim.key OR edge.target = claim.key)
    AND edge.type = ${CONTRADICTS} AND ${wasOnRecord('edge', known)} AND NOT ${settled})`;
  const forgotten = `(SELECT changelog.kind = 'forgotten' FROM memora.changelog WHERE changelog.scope = claim.scope
    AND changelog.claim = claim.key AND changelog.kind IN ('forgotten', 'remembered') AND changelog.at <= ${known}
    ORDER BY changelog.sequence DESC LIMIT 1)`;
  return `CASE WHEN ${forgotten} THEN ${statusCodes.toCode('retracted')}
    WHEN ${supersededFrom(known)} <= '${toInstantText(known)}' COLLATE "C" THEN ${statusCodes.toCode('superseded')}
    WHEN ${disputed} THEN ${statusCodes.toCode('contested')}
    ELSE ${statusCodes.toCode('current')} END`;
}

function inCodes(column: string, codes: readonly number[]): string {
  return codes.length === 0 ? 'FALSE' : `${column} IN (${codes.join(', ')})`;
}
