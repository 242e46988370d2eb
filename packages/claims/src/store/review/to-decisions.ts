import type { ClaimId } from '@memora/core';
import type { Claim } from '../../model/claim.ts';

/** A decision recorded in the notes. */
export interface Decision {
  /** The claim that states it. */
  readonly id: ClaimId;
  /** The claim's own words. */
  readonly title: string;
  /** Its topic, such as the heading, if the words do not name it; otherwise null. */
  readonly topic: string | null;
  /**
   * ISO 8601, in the text's precision: the time of the decision, not the time from which it is valid; null if
   * it has no date.
   */
  readonly decidedOn: string | null;
  /** `reversed` by another decision, `superseded` by any other statement. */
  readonly status: 'proposed' | 'decided' | 'superseded' | 'reversed';
  /** Who decided, if the text says so. */
  readonly who: string | null;
  /** Its own claim and those that say the same. */
  readonly claimIds: readonly ClaimId[];
  /** The decision or statement that replaced it, if one did. */
  readonly replacedBy: ClaimId | null;
}

/** The dependencies of reading decisions. */
interface DecisionPorts {
  /** Returns the words of a claim's span; null if they are gone or must not be shown. */
  readonly textOf: (id: ClaimId) => string | null;
  /** Returns the claim that supersedes another one. */
  readonly replacementOf?: (id: ClaimId) => ClaimId | null;
}

/** Returns the decisions among claims, newest first, undated ones last. Claims without text are left out; claims that say the same are one decision. */
export function toDecisions(claims: readonly Claim[], { textOf, replacementOf }: DecisionPorts): Decision[] {
  const relevant = claims.filter(
    ({ kind, assertion, status }) =>
      kind === 'decision' &&
      status !== 'retracted' &&
      (assertion === 'asserted' || assertion === 'wish' || assertion === 'hypothetical'),
  );
  const isDecision = new Set<ClaimId>(relevant.map(({ id }) => id));
  const groups = Map.groupBy(relevant, (claim) => claim.duplicateOf ?? claim.id);
  const decisions: Decision[] = [];
  for (const members of groups.values()) {
    const claim = members.find(({ duplicateOf }) => duplicateOf === null) ?? (members[0] as Claim);
    const text = textOf(claim.id);
    if (text === null) continue;
    const replacedBy = replacementOf?.(claim.id) ?? null;
    const title = text.replace(/\s+/gu, ' ').trim();
    decisions.push({
      id: claim.id,
      title,
      topic: title.includes(claim.subject) ? null : claim.subject,
      decidedOn: dayOf(claim),
      status: statusOf(claim, replacedBy !== null && isDecision.has(replacedBy)),
      who: textIn(claim, 'by_whom') ?? textIn(claim, 'reported_by'),
      claimIds: members.map(({ id }) => id),
      replacedBy,
    });
  }
  return decisions.sort(
    (a, b) => (b.decidedOn ?? '').localeCompare(a.decidedOn ?? '') || (a.id < b.id ? -1 : 1),
  );
}

/** Returns when it was said: the decision may take effect on another day. */
function dayOf(claim: Claim): string | null {
  return textIn(claim, 'said') ?? (claim.precision === 'unknown' ? null : claim.validFrom);
}

function statusOf(claim: Claim, isByDecision: boolean): Decision['status'] {
  if (claim.status === 'superseded') return isByDecision ? 'reversed' : 'superseded';
  const said = textIn(claim, 'decision');
  if (said !== null) return said === 'proposed' ? 'proposed' : 'decided';
  return textIn(claim, 'modality') === 'proposed' || claim.assertion !== 'asserted' ? 'proposed' : 'decided';
}

function textIn({ metadata }: Claim, key: string): string | null {
  const value = metadata[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
