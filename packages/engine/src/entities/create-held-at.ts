import type { Claim } from '@memora/claims';
import { readAsOf } from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';
import type { Memory } from '../memory.ts';

/** A claim that was valid at a time, and its later replacements. */
export interface HeldClaim {
  readonly claim: Claim;
  /** Oldest first. */
  readonly replacedBy: readonly Claim[];
}

/** Finds what was valid about a thing at a time, and its later replacements. Throws `AS_OF_INVALID`. */
export function createHeldAt({ timeline, related }: Pick<Memory, 'timeline' | 'related'>): Memory['heldAt'] {
  return async (subject, date, asked = {}) => {
    const { valid = '' } = readAsOf({ valid: date });
    const held = (await timeline(subject, asked)).filter(
      ({ validFrom, validUntil, status }) =>
        status !== 'retracted' &&
        (validFrom === null || validFrom <= valid) &&
        (validUntil === null || validUntil > valid),
    );
    const ends = await related(
      held.map(({ id }) => id),
      ['supersedes'],
      asked,
    );
    const newer = Map.groupBy(
      ends.filter(({ outgoing }) => !outgoing),
      ({ of }): ClaimId => of as ClaimId,
    );
    return held.map((claim) => ({
      claim,
      replacedBy: (newer.get(claim.id) ?? [])
        .map((end) => end.claim)
        .sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1)),
    }));
  };
}
