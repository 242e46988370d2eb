import type { Blake3 } from '@memora/core';
import type { MarkedClaim } from '../../ledger/claim-mark.ts';
import type { NoteHashing } from '../../prepare/hash-note.ts';
import type { PreparedClaim } from '../../prepare/prepare-claims.ts';

/** An unkeyed hash of a secret claim's content could be guessed; the hash that the ledger recognises is encrypted with its words. */
export function asSecret(
  claim: PreparedClaim,
  bytes: Uint8Array,
  { codec, hash }: NoteHashing,
): PreparedClaim {
  if (claim.band !== 'secret' || codec === undefined) return claim;
  const keyed = codec.fingerprint(Buffer.from(String(claim.context)));
  const bytesFingerprint = Buffer.from(hash(bytes)).toString('hex');
  return { ...claim, context: Number.parseInt(keyed.slice(0, 13), 16), bytesFingerprint };
}

/** The inputs of ledger marks: independent of the vault's key, so that the marks outlive it. */
export function markedFingerprints(
  { band, span }: PreparedClaim,
  stored: Buffer,
  bytes: Uint8Array,
  hash: Blake3,
): Pick<MarkedClaim, 'fingerprint' | 'isSecret'> {
  const fingerprint = stored.toString('hex');
  if (band !== 'secret') return { fingerprint, isSecret: false };
  const plain = Buffer.from(hash(bytes.subarray(span.start, span.end))).toString('hex');
  return { fingerprint: plain, isSecret: true };
}
