import { blake3 } from '@noble/hashes/blake3.js';
import { normaliseTerm } from './normalise-term.ts';

declare const claimIdBrand: unique symbol;

/** A claim id: 16 characters of `[0-9a-z]` (82 bits). */
export type ClaimId = string & { readonly [claimIdBrand]: true };

/** What a claim id depends on: what is said and where it is said from, never an offset. */
export interface ClaimIdentity {
  readonly noteId: string;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  /** The bytes of the claim's span. */
  readonly spanBytes: Uint8Array;
  /** 0 for the first claim of the note with this identity, 1 for the second, and so on in file order. */
  readonly occurrence: number;
}

const encoder = new TextEncoder();
const ID_SPACE = 36n ** 16n;

/**
 * The id of a claim: BLAKE3 over its length-prefixed identity, as 16 base-36 digits.
 * With `key` (32 bytes) the hash is keyed, so that the id of a secret claim can't be guessed from its text.
 */
export function createClaimId(identity: ClaimIdentity, key?: Uint8Array): ClaimId {
  const hash = blake3.create(key === undefined ? {} : { key });
  for (const part of identityParts(identity)) {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    hash.update(length).update(part);
  }
  return toBase36(hash.digest());
}

/** True for 16 characters of `[0-9a-z]`. */
export function isClaimId(value: unknown): value is ClaimId {
  return typeof value === 'string' && /^[0-9a-z]{16}$/.test(value);
}

function identityParts(identity: ClaimIdentity): Uint8Array[] {
  return [
    encoder.encode(identity.noteId),
    encoder.encode(normaliseTerm(identity.subject)),
    encoder.encode(normaliseTerm(identity.predicate)),
    // "1" before a present object keeps `null` and an empty object apart.
    encoder.encode(identity.object === null ? '' : `1${normaliseTerm(identity.object)}`),
    identity.spanBytes,
    encoder.encode(String(identity.occurrence)),
  ];
}

function toBase36(digest: Uint8Array): ClaimId {
  let value = 0n;
  for (const byte of digest.subarray(0, 16)) value = (value << 8n) | BigInt(byte);
  return (value % ID_SPACE).toString(36).padStart(16, '0') as ClaimId;
}
