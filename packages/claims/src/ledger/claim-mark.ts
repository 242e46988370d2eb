import { type ClaimId, normaliseTerm } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { LedgerVerb } from './parse-ledger.ts';

/** The parts of a claim that make its mark; its id is made of the same parts and the note's identity. */
export interface MarkedClaim {
  readonly id: ClaimId;
  readonly subject: string;
  readonly inherited: boolean;
  readonly predicate: string;
  readonly object: string | null;
  /** The unkeyed fingerprint of the span's bytes, in hex, so that marks outlive the vault's key. */
  readonly fingerprint: string;
  /** True if the claim's stored fingerprint is keyed. */
  readonly isSecret: boolean;
}

const encoder = new TextEncoder();

/**
 * Returns the mark by which the ledger recognises a claim in any note. The mark of an erased claim depends on its bytes alone, so that another extraction of
 * them does not bring it back. Secret claims have separate marks: a decision about open text reveals nothing about secret text elsewhere.
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

/** Returns the mark of a note's path, for an entry that must not contain the words of what it erases. */
export function toNoteMark(codec: SecretCodec, path: string): string {
  return `#${codec.ledgerMark(encoder.encode(JSON.stringify(['note', path])))}`;
}

/** True if a mark was made with the codec's key: nobody else can compare it. */
export function isOwnMark(codec: SecretCodec, mark: string): boolean {
  const keyId = codec.ledgerMark(new Uint8Array(0)).slice(0, 9);
  return mark.replace(/^#/u, '').startsWith(keyId);
}
