import { type Blake3, type ClaimId, createClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { PreparedClaim } from './prepare-claims.ts';

/**
 * The ids of claims in file order. An inherited subject is no part of the identity. Claims that say the same from the
 * same bytes are counted. Each claim goes on counting where the last one that says the same stopped: a note of n repeats costs n hashes
 * and not n².
 */
export function identifyClaims(
  noteId: string,
  claims: readonly PreparedClaim[],
  bytes: Uint8Array,
  codec: SecretCodec | undefined,
  hash?: Blake3,
): ClaimId[] {
  const given = new Set<string>();
  const nextByFirst = new Map<string, number>();
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
    const first = createClaimId({ ...identity, occurrence: 0 }, key, hash);
    let occurrence = nextByFirst.get(first) ?? 0;
    for (; ; occurrence++) {
      const id = occurrence === 0 ? first : createClaimId({ ...identity, occurrence }, key, hash);
      if (given.has(id)) continue;
      given.add(id);
      nextByFirst.set(first, occurrence + 1);
      return id;
    }
  });
}
