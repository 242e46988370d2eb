import { toInstantText } from '@memora/core';
import { edgeCodes, statusCodes } from '../../../model/codes.ts';

// SQL over a row of `claim` about what Memora knew at an instant, in milliseconds since 1970 UTC. The instant is written into
// the text, so that a text is one expression wherever it stands; it is a number, and nothing of a caller's comes with it.

/** True where a row of a table with `recorded_from` and `recorded_until` was on record. */
export function wasOnRecord(table: string, known: number): string {
  return `(${table}.recorded_from <= ${known} AND (${table}.recorded_until IS NULL OR ${table}.recorded_until > ${known}))`;
}

/** True where the claim's bytes were away for a while, and that while was then. */
export function hadLapsed(known: number): string {
  return `EXISTS (SELECT 1 FROM lapse WHERE ${lapse(known)})`;
}

/** Since when a claim that had lapsed then was away; null where it had not. */
export function lapsedSince(known: number): string {
  return `(SELECT gone_from FROM lapse WHERE ${lapse(known)})`;
}

function lapse(known: number): string {
  return `lapse.claim = claim.key AND lapse.gone_from <= ${known} AND lapse.gone_until > ${known}`;
}

/** From when on something newer holds instead, as it was known then; null where nothing does. */
export function supersededFrom(known: number): string {
  return `(SELECT min(json_extract(edge.metadata, '$.at')) FROM edge WHERE edge.target = claim.key
    AND edge.type = ${SUPERSEDES} AND ${wasOnRecord('edge', known)})`;
}

/** A bound of validity as it was stated then: what an edit has changed since is put back. */
export function statedThen(column: 'valid_from' | 'valid_until' | 'precision', known: number): string {
  const past = `FROM past_validity WHERE past_validity.claim = claim.key AND past_validity.known_until > ${known}`;
  const then = `(SELECT past_validity.${column} ${past} ORDER BY past_validity.known_until LIMIT 1)`;
  return `CASE WHEN EXISTS (SELECT 1 ${past}) THEN ${then} ELSE claim.${column} END`;
}

const SUPERSEDES = edgeCodes.toCode('supersedes');
const CONTRADICTS = edgeCodes.toCode('contradicts');

/** The code of the status that the claim had. What was stale then is not kept: such a claim was current. */
export function statusThen(known: number): string {
  const settled = `EXISTS (SELECT 1 FROM edge AS settled WHERE settled.type = ${SUPERSEDES}
    AND settled.target IN (edge.source, edge.target) AND ${wasOnRecord('settled', known)})`;
  const disputed = `EXISTS (SELECT 1 FROM edge WHERE (edge.source = claim.key OR edge.target = claim.key)
    AND edge.type = ${CONTRADICTS} AND ${wasOnRecord('edge', known)} AND NOT ${settled})`;
  const forgotten = `(SELECT changelog.kind = 'forgotten' FROM changelog WHERE changelog.claim = claim.key
    AND changelog.kind IN ('forgotten', 'remembered') AND changelog.at <= ${known} ORDER BY changelog.sequence DESC LIMIT 1)`;
  return `CASE WHEN ${forgotten} THEN ${statusCodes.toCode('retracted')}
    WHEN ${supersededFrom(known)} <= '${toInstantText(known)}' THEN ${statusCodes.toCode('superseded')}
    WHEN ${disputed} THEN ${statusCodes.toCode('contested')}
    ELSE ${statusCodes.toCode('current')} END`;
}
