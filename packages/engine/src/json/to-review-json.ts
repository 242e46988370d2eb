import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { Memory } from '../memory.ts';
import { isHidden, REDACTED, toClaimJson } from './to-claim-json.ts';

type Decisions = Awaited<ReturnType<Memory['decisions']>>;
type Pair = Awaited<ReturnType<Memory['contradictions']>>[number];
type Stale = Awaited<ReturnType<Memory['stale']>>[number];

/** Returns the decisions in the notes and the unanswered questions. The content of a secret claim is `[redacted]`. */
export function toDecisionsJson(
  decisions: Decisions,
  questions: readonly Claim[],
  claimById: ReadonlyMap<ClaimId, Claim>,
) {
  return {
    decisions: decisions.map(
      ({ id, title, topic, decidedOn, status, who, claimIds, because, replacedBy }) => {
        const claim = claimById.get(id);
        const hidden = claim === undefined || isHidden(claim);
        return {
          id,
          title: hidden ? REDACTED : title,
          topic: hidden ? null : topic,
          decided_on: decidedOn,
          status,
          who: hidden ? null : who,
          claim_ids: [...claimIds],
          because: [...because],
          replaced_by: replacedBy,
        };
      },
    ),
    open_questions: questions.map((claim) => toClaimJson(claim)),
  };
}

/** Returns two claims that can't both hold, each with its text if it was read. */
export function toContradictionJson(
  { id, newer, older, resolution, reason }: Pair,
  texts: { readonly newer: string | null; readonly older: string | null },
) {
  const side = (claim: Claim, text: string | null) => ({
    ...toClaimJson(claim),
    source_text: text !== null && isHidden(claim) ? REDACTED : text,
  });
  return { id, newer: side(newer, texts.newer), older: side(older, texts.older), resolution, reason };
}

/** Returns a claim with invalid sources, and the path from the invalid claim. */
export function toStaleJson({ claim, reason, path }: Stale) {
  return { ...toClaimJson(claim), reason, path: [...path] };
}
