import type { ClaimId } from '@memora/core';
import type { Claim } from '../../model/claim.ts';

/** A decision that the notes record. */
export interface Decision {
  /** The claim that states it. */
  readonly id: ClaimId;
  /** The claim's own words. */
  readonly title: string;
  /** What it is about: the heading or the thing, as far as the words do not name it; null where they do. */
  readonly topic: string | null;
  /** ISO 8601, of the precision of what dates it: when it was decided, not when it holds; null where nothing dates it. */
  readonly decidedOn: string | null;
  /** `reversed` by another decision, `superseded` by any other statement. */
  readonly status: 'proposed' | 'decided' | 'superseded' | 'reversed';
  /** Who decided, where the text says so. */
  readonly who: string | null;
  /** The claims behind it: its own, and those that say the same. */
  readonly claimIds: readonly ClaimId[];
  /** The decision or statement that took its place, if one did. */
  readonly replacedBy: ClaimId | null;
}

/** What a decision's claims need beside them. */
interface DecisionPorts {
  /** The words of a claim's span; null where they are gone, or not to be shown. */
  readonly textOf: (id: ClaimId) => string | null;
  /** The claim that supersedes another one. */
  readonly replacementOf?: (id: ClaimId) => ClaimId | null;
}

/** The decisions among claims, newest first, undated ones last. Claims without text are left out; claims that say the same are one decision. */
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

/** When it was said: what it decides may hold from another day on. */
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
