import { type Blake3, type ClaimId, createClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { PreparedClaim } from '../prepare-claims.ts';

/**
 * The ids of claims in file order. An inherited subject is no part of the identity. Claims that say the same from the
 * same bytes are counted; `isTaken` tells ids that belong to another claim, whose count is skipped.
 */
export function identifyClaims(
  noteId: string,
  claims: readonly PreparedClaim[],
  bytes: Uint8Array,
  codec: SecretCodec | undefined,
  isTaken: (id: ClaimId) => boolean,
  hash?: Blake3,
): ClaimId[] {
  const given = new Set<string>();
  return claims.map((claim) => {
    const { extracted, span } = claim;
    const identity = {
      noteId,
      subject: extracted.inherited ? '' : extracted.subject,
      predicate: extracted.predicate,
      object: extracted.object,
      spanBytes: bytes.subarray(span.start, span.end),
    };
    const key = claim.band === 'secret' ? codec?.claimIdKey : undefined;
    for (let occurrence = 0; ; occurrence++) {
      const id = createClaimId({ ...identity, occurrence }, key, hash);
      if (given.has(id) || isTaken(id)) continue;
      given.add(id);
      return id;
    }
  });
}
