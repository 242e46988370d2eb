import type { Claim, Decision } from '@memora/claims';
import type { HistoryEntry, ReviewedContradiction, StaleClaim } from '../review/memory-review.ts';
import { type ClaimJson, type ClaimJsonOptions, isHidden, REDACTED, toClaimJson } from './to-claim-json.ts';

/** One contradiction with its claims inline. */
export interface ContradictionJson {
  readonly id: string;
  readonly newer: ClaimJson;
  readonly older: ClaimJson;
  readonly resolution: string;
  readonly reason: string;
}

/** A contradiction as JSON. */
export function toContradictionJson(
  { id, newer, older, resolution, reason }: ReviewedContradiction,
  options: ClaimJsonOptions = {},
): ContradictionJson {
  return { id, newer: toClaimJson(newer, options), older: toClaimJson(older, options), resolution, reason };
}

/** A stale claim as JSON: ids and the way, no text. */
export function toStaleJson({ claim, reason, path }: StaleClaim): {
  readonly claim_id: string;
  readonly reason: string;
  readonly path: readonly string[];
  readonly note_id: string;
} {
  return { claim_id: claim.id, reason, path, note_id: claim.noteId };
}

/** A decision as JSON. `claim` is the claim that states it, so that a secret one is not shown. */
export function toDecisionJson(
  { id, title, decidedOn, status, who, claimIds }: Decision,
  claim: Claim | undefined,
  options: ClaimJsonOptions = {},
): {
  readonly id: string;
  readonly title: string;
  readonly decided_on: string | null;
  readonly status: string;
  readonly who: string | null;
  readonly claim_ids: readonly string[];
} {
  const hidden = claim === undefined || isHidden(claim, options);
  return {
    id,
    title: hidden ? REDACTED : title,
    decided_on: decidedOn,
    status,
    who: hidden ? null : who,
    claim_ids: claimIds,
  };
}

/** An entry of a claim's history as JSON. */
export function toHistoryJson({ at, kind, relatedId }: HistoryEntry): {
  readonly at: string;
  readonly kind: string;
  readonly related_id: string | null;
} {
  return { at, kind, related_id: relatedId };
}
