import { bandCodes } from '../../../model/codes.ts';
import type { ClaimValues, LiveClaim, NoteStatements } from '../note-statements.ts';

/**
 * Links a new claim to the one that it continues, if an edit of the same note changed the bytes of the fact: it says the same (a reflow, a line ending,
 * emphasis), or the same subject and predicate have another object and there is only one such claim on either side, or a single sentence replaced another.
 */
export function linkRevisions(
  statements: NoteStatements,
  now: number,
  added: readonly ClaimValues[],
  gone: readonly LiveClaim[],
): void {
  if (added.length === 0 || gone.length === 0) return;
  const linked = new Set<number>();
  const link = (claim: ClaimValues, old: LiveClaim): void => {
    linked.add(old.key).add(claim.key);
    statements.setPredecessor.run(old.key, claim.key);
    statements.log.run(now, claim.key, 'revised', old.key, null);
  };
  const goneBySaid = groupBy(gone, (row) => row.said);
  for (const claim of added) {
    const old =
      claim.said === null ? undefined : goneBySaid.get(claim.said)?.find((row) => !linked.has(row.key));
    if (old !== undefined) link(claim, old);
  }
  const goneByTopic = groupBy(gone, (row) => (linked.has(row.key) ? null : row.topic));
  const addedByTopic = groupBy(added, (row) =>
    linked.has(row.key) || row.object === null ? null : row.topic,
  );
  for (const [topic, claims] of addedByTopic) {
    const olds = goneByTopic.get(topic);
    const [claim] = claims;
    const [old] = olds ?? [];
    if (claims.length === 1 && olds?.length === 1 && claim !== undefined && old !== undefined)
      link(claim, old);
  }
  const [claim, another] = added.filter((row) => !linked.has(row.key));
  const [old, former] = gone.filter((row) => !linked.has(row.key));
  if (claim === undefined || old === undefined || another !== undefined || former !== undefined) return;
  // A secret claim must not be identified by its neighbours in the history.
  if (claim.band === SECRET || old.band === SECRET) return;
  if (claim.span_start === old.span_start) link(claim, old);
}

const SECRET = bandCodes.toCode('secret');

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number | null): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
