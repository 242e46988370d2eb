import { toInstantText } from '@memora/core';
import { edgeCodes, statusCodes } from '../../../model/codes.ts';
import type { SqlText } from '../filter/sql-text.ts';

// Returns SQL over a row of `claim` for what Memora knew at an instant, in milliseconds since 1970 UTC. The
// instant is written into the text, so that the expression can be used anywhere; it is a number, so that no
// caller input is in the SQL.

/** True if a row of a table with `recorded_from` and `recorded_until` was on record. */
export function wasOnRecord(table: string, known: number): string {
  return `(${table}.recorded_from <= ${known} AND (${table}.recorded_until IS NULL OR ${table}.recorded_until > ${known}))`;
}

/** True if the claim's bytes were temporarily gone at that instant. */
export function hadLapsed(known: number, text: SqlText): string {
  return `EXISTS (SELECT 1 FROM ${lapsed(known, text)})`;
}

function lapsed(known: number, { table, ofClaim }: SqlText): string {
  return `${table('lapse')} WHERE ${ofClaim('lapse')}lapse.claim = claim.key AND lapse.gone_from <= ${known} AND lapse.gone_until > ${known}`;
}

/** Returns the columns of a claim as they were known at an instant; `lapsed_since` is the time since when a then missing claim was gone. */
export function columnsThen(known: number, text: SqlText): string {
  return `claim.key, ${statusThen(known, text)} AS status, ${supersededFrom(known, text)} AS superseded_at,
    ${statedThen('valid_from', known, text)} AS valid_from, ${statedThen('valid_until', known, text)} AS valid_until,
    ${statedThen('precision', known, text)} AS precision, (SELECT gone_from FROM ${lapsed(known, text)}) AS lapsed_since`;
}

/** Returns when a newer claim took over, as known at that instant; null if none did. */
export function supersededFrom(known: number, { table, ofClaim, field }: SqlText): string {
  return `(SELECT min(${field('edge.metadata', 'at')}) FROM ${table('edge')} WHERE ${ofClaim('edge')}edge.target = claim.key
    AND edge.type = ${SUPERSEDES} AND ${wasOnRecord('edge', known)})`;
}

/** Returns a bound of the validity as it was stated then, before later edits. */
export function statedThen(
  column: 'valid_from' | 'valid_until' | 'precision',
  known: number,
  { table, ofClaim }: SqlText,
): string {
  const past = `FROM ${table('past_validity')} AS past WHERE ${ofClaim('past')}past.claim = claim.key AND past.known_until > ${known}`;
  const then = `(SELECT past.${column} ${past} ORDER BY past.known_until LIMIT 1)`;
  return `CASE WHEN EXISTS (SELECT 1 ${past}) THEN ${then} ELSE claim.${column} END`;
}

const SUPERSEDES = edgeCodes.toCode('supersedes');
const CONTRADICTS = edgeCodes.toCode('contradicts');

/** Returns the code of the claim's status then. Past staleness is not stored: such a claim was current. */
export function statusThen(known: number, text: SqlText): string {
  const { table, ofClaim } = text;
  const settled = `EXISTS (SELECT 1 FROM ${table('edge')} AS settled WHERE ${ofClaim('settled')}settled.type = ${SUPERSEDES}
    AND settled.target IN (edge.source, edge.target) AND ${wasOnRecord('settled', known)})`;
  const disputed = `EXISTS (SELECT 1 FROM ${table('edge')} WHERE ${ofClaim('edge')}(edge.source = claim.key OR edge.target = claim.key)
    AND edge.type = ${CONTRADICTS} AND ${wasOnRecord('edge', known)} AND NOT ${settled})`;
  const forgotten = `(SELECT changelog.kind = 'forgotten' FROM ${table('changelog')} WHERE ${ofClaim('changelog')}changelog.claim = claim.key
    AND changelog.kind IN ('forgotten', 'remembered') AND changelog.at <= ${known} ORDER BY changelog.sequence DESC LIMIT 1)`;
  return `CASE WHEN ${forgotten} THEN ${statusCodes.toCode('retracted')}
    WHEN ${supersededFrom(known, text)} <= '${toInstantText(known)}' THEN ${statusCodes.toCode('superseded')}
    WHEN ${disputed} THEN ${statusCodes.toCode('contested')}
    ELSE ${statusCodes.toCode('current')} END`;
}
