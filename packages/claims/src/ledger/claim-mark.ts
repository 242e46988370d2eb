import { type ClaimId, normaliseTerm } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { LedgerVerb } from './parse-ledger.ts';

/** What of a claim its mark is made of; all but the note's identity is what its id is made of. */
export interface MarkedClaim {
  readonly id: ClaimId;
  readonly subject: string;
  readonly inherited: boolean;
  readonly predicate: string;
  readonly object: string | null;
  /** The fingerprint of the span's bytes under no key, in hex, so that marks outlive the key of the vault. */
  readonly fingerprint: string;
  /** True for a claim whose stored fingerprint is under a key. */
  readonly isSecret: boolean;
}

const encoder = new TextEncoder();

/**
 * By which the ledger knows a claim again in whatever note it stands. What is erased is known by its bytes alone, so that no other
 * reading of them brings it back. Secret claims have marks of their own: what was decided of open text says nothing of a secret elsewhere.
 */
export function toClaimMark(
  codec: SecretCodec,
  verb: LedgerVerb,
  claim: MarkedClaim,
  isSecret = claim.isSecret,
): string {
  const { subject, inherited, predicate, object, fingerprint } = claim;
  const what =
    verb === 'erase'
      ? ['bytes', fingerprint]
      : [
          'said',
          inherited ? '' : normaliseTerm(subject),
          normaliseTerm(predicate),
          object === null ? null : normaliseTerm(object),
          fingerprint,
        ];
  return codec.ledgerMark(encoder.encode(JSON.stringify(isSecret ? ['secret', ...what] : what)));
}

/** A note's path as an entry names it that is to keep no word of what it erases. */
export function toNoteMark(codec: SecretCodec, path: string): string {
  return `#${codec.ledgerMark(encoder.encode(JSON.stringify(['note', path])))}`;
}

/** True where a mark was made with the codec's key: nobody else can compare it. */
export function isOwnMark(codec: SecretCodec, mark: string): boolean {
  const keyId = codec.ledgerMark(new Uint8Array(0)).slice(0, 9);
  return mark.replace(/^#/u, '').startsWith(keyId);
}
