import type { Fingerprint } from '@memora/core';

/**
 * Lets the claim store keep secret claims without their text: a keyed fingerprint and claim id, hashed tokens
 * for finding them, and encryption of subject, predicate and object. All of these use one key per vault.
 */
export interface SecretCodec {
  /** Identifies the key without revealing anything about it; 16 hex. Data written with another key can't be read. */
  readonly keyId: string;
  /** 32 bytes for `createClaimId(identity, key)`. */
  readonly claimIdKey: Uint8Array;
  /** Keyed BLAKE3 of a secret span's bytes. */
  readonly fingerprint: (bytes: Uint8Array) => Fingerprint;
  /** Encrypts and authenticates text. The length is padded, and two calls give two results. */
  readonly encrypt: (text: string) => Uint8Array;
  /** The text of {@link SecretCodec.encrypt}. Throws `KEY_MISMATCH` if another key wrote the bytes or they were changed. */
  readonly decrypt: (bytes: Uint8Array) => string;
  /**
   * The mark by which the ledger recognises a decided item: 8 hex digits that name the user's ledger key, a
   * dot, 32 hex digits of a keyed BLAKE3. The key is the same for all vaults of the user and stays outside
   * them, so that nobody can guess erased text from a mark.
   */
  readonly ledgerMark: (bytes: Uint8Array) => string;
  /** Keyed hash of one token, 22 characters of `[0-9a-z]`: a term for the lexical index. */
  readonly hashToken: (token: string) => string;
}
