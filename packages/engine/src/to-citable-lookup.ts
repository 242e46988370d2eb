import type { Claim, SqliteClaimStore } from '@memora/claims';
import { fingerprint } from '@memora/core';
import type { CitableClaim, ClaimLookup } from '@memora/validator';

/** What looking up a claim needs besides the store. */
export interface CitablePorts {
  readonly store: () => Promise<SqliteClaimStore>;
  /** The bytes of the claim's span as they are on disk; null where the file does not hold it. */
  readonly readBytes: (claim: Claim) => Promise<Uint8Array | null>;
}

/**
 * Looks up what the validator has to know of claims. A secret claim's fingerprint is keyed, so its bytes are checked here
 * under the key first, and the plain fingerprint of exactly those bytes is handed on; the validator hashes them again.
 */
export function toCitableLookup({ store, readBytes }: CitablePorts): ClaimLookup {
  return async (ids) => {
    const opened = await store();
    const claims = await opened.getClaims(ids);
    const citable = new Map<string, CitableClaim>();
    for (const [id, claim] of claims) {
      citable.set(
        id,
        claim.band === 'secret' ? { ...claim, fingerprint: await plainFingerprint(claim) } : claim,
      );
    }
    return citable;

    async function plainFingerprint(claim: Claim): Promise<string | null> {
      const bytes = await readBytes(claim);
      return bytes !== null && opened.matchesSpan(claim.id, bytes) ? fingerprint(bytes) : null;
    }
  };
}
