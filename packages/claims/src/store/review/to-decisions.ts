import type { ClaimId } from '@memora/core';
import type { Claim } from '../../model/claim.ts';

/** A decision that the notes record. */
export interface Decision {
  /** The id of the claim that states it. */
  readonly id: ClaimId;
  /** The claim's own words. */
  readonly title: string;
  /** ISO 8601 of the claim's precision; null where nothing dates it. */
  readonly decidedOn: string | null;
  readonly status: 'proposed' | 'decided' | 'superseded' | 'reversed';
  /** Who decided, where the text says so. */
  readonly who: string | null;
  /** The claims behind it: its own, and those that say the same. */
  readonly claimIds: readonly ClaimId[];
}

const PROPOSED =
  /\b(?:propos\w*|suggest\w*|consider\w*|should|might|vorschlag\w*|vorgeschlagen)\b|提案|検討/iu;
const REVERSED =
  /\b(?:revert\w*|revers\w*|rolled back|withdrawn|cancelled|canceled|abandoned|zurückgenommen|verworfen)\b|撤回|取り消/iu;
const BY =
  /\b(?:decided|approved|chosen|agreed|entschieden|beschlossen) (?:by|von) (?<who>\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3})/u;
const ACTOR =
  /^(?<who>\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3}|We|The team) (?:decided|chose|approved|agreed|rejected|opted)/u;

/**
 * The decisions among claims, newest first, undated ones last. `textOf` gives the words of a claim's span; claims without text
 * (gone, or not to be shown) are left out. Claims that say the same are one decision.
 */
export function toDecisions(claims: readonly Claim[], textOf: (id: ClaimId) => string | null): Decision[] {
  const relevant = claims.filter(
    ({ kind, assertion, status }) =>
      kind === 'decision' &&
      status !== 'retracted' &&
      (assertion === 'asserted' || assertion === 'wish' || assertion === 'hypothetical'),
  );
  const groups = Map.groupBy(relevant, (claim) => claim.duplicateOf ?? claim.id);
  const decisions: Decision[] = [];
  for (const members of groups.values()) {
    const claim = members.find(({ duplicateOf }) => duplicateOf === null) ?? (members[0] as Claim);
    const text = textOf(claim.id);
    if (text === null) continue;
    decisions.push({
      id: claim.id,
      title: text.replace(/\s+/gu, ' ').trim(),
      decidedOn: claim.precision === 'unknown' ? null : claim.validFrom,
      status: statusOf(claim, text),
      who: (BY.exec(text) ?? ACTOR.exec(text))?.groups?.['who'] ?? null,
      claimIds: members.map(({ id }) => id),
    });
  }
  return decisions.sort(
    (a, b) => (b.decidedOn ?? '').localeCompare(a.decidedOn ?? '') || (a.id < b.id ? -1 : 1),
  );
}

function statusOf(claim: Claim, text: string): Decision['status'] {
  if (claim.status === 'superseded') return 'superseded';
  if (REVERSED.test(text)) return 'reversed';
  return claim.assertion !== 'asserted' || PROPOSED.test(text) ? 'proposed' : 'decided';
}
