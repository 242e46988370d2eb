import { type Blake3, type ClaimId, createClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { idOnce } from './hash-once.ts';
import type { PreparedClaim } from './prepare-claims.ts';

/**
 * Returns the ids of claims in file order. An inherited subject is not part of the identity. Claims that say the same from the same bytes are numbered; each
 * continues from the last number, so that a note of n repeats costs n hashes, not n².
 */
export function identifyClaims(
  noteId: string,
  claims: readonly PreparedClaim[],
  bytes: Uint8Array,
  codec: SecretCodec | undefined,
  hash?: Blake3,
): ClaimId[] {
  /** For each assigned id, the next number for claims that say the same. */
  const next = new Map<ClaimId, number>();
  return claims.map((claim) => {
    const { extracted, span } = claim;
    const key = claim.band === 'secret' ? codec?.claimIdKey : undefined;
    const create = (occurrence: number): ClaimId =>
      createClaimId(
        {
          noteId,
          subject: extracted.inherited ? '' : extracted.subject,
          predicate: extracted.predicate,
          object: extracted.object,
          spanBytes: bytes.subarray(span.start, span.end),
          occurrence,
        },
        key,
        hash,
      );
    const first = key === undefined ? idOnce(extracted, noteId, () => create(0)) : create(0);
    let occurrence = next.get(first) ?? 0;
    for (; ; occurrence++) {
      const id = occurrence === 0 ? first : create(occurrence);
      if (next.has(id)) continue;
      next.set(id, 0);
      next.set(first, occurrence + 1);
      return id;
    }
  });
}
