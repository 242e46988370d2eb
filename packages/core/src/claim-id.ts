import { blake3 } from '@noble/hashes/blake3.js';
import { type Blake3, defaultBlake3 } from './fingerprint.ts';
import { normaliseTerm } from './normalise-term.ts';

declare const claimIdBrand: unique symbol;

/** A claim id: 16 characters of `[0-9a-z]` (82 bits). */
export type ClaimId = string & { readonly [claimIdBrand]: true };

/**
 * The parts that a claim id is computed from: what is stated, and in which bytes of which note. An offset is
 * never one of them.
 */
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
const FOUR_DIGITS = 36 ** 4;

/**
 * The id of a claim: BLAKE3 over its length-prefixed identity, as 16 base-36 digits. With `key` (32 bytes) the hash is keyed, so the id of a secret claim can't
 * be guessed from its text. `hash` is a faster unkeyed BLAKE3; it does not change the result.
 */
export function createClaimId(
  identity: ClaimIdentity,
  key?: Uint8Array,
  hash: Blake3 = defaultBlake3,
): ClaimId {
  const bytes = encodeIdentity(identity);
  return toBase36(key === undefined ? hash(bytes) : blake3(bytes, { key }));
}

/** True for 16 characters of `[0-9a-z]`. */
export function isClaimId(value: unknown): value is ClaimId {
  return typeof value === 'string' && /^[0-9a-z]{16}$/.test(value);
}

/** Writes the length of each part in bytes (32 bits, big-endian) before the part, so different identities never give the same bytes. */
function encodeIdentity(identity: ClaimIdentity): Uint8Array {
  const { noteId, spanBytes, occurrence } = identity;
  const subject = normaliseTerm(identity.subject);
  const predicate = normaliseTerm(identity.predicate);
  // "1" before a present object keeps `null` and an empty object apart.
  const object = identity.object === null ? '' : `1${normaliseTerm(identity.object)}`;
  const longest =
    (noteId.length + subject.length + predicate.length + object.length) * 3 + spanBytes.length + 40;
  const bytes = new Uint8Array(longest);
  let at = 0;
  for (const text of [noteId, subject, predicate, object])
    at = endPart(bytes, at, writeText(bytes, at + 4, text));
  bytes.set(spanBytes, at + 4);
  at = endPart(bytes, at, spanBytes.length);
  at = endPart(bytes, at, writeText(bytes, at + 4, String(occurrence)));
  return bytes.subarray(0, at);
}

/** Writes the length of a part before it. Returns where the next one begins. */
function endPart(bytes: Uint8Array, at: number, length: number): number {
  bytes[at] = length >>> 24;
  bytes[at + 1] = length >>> 16;
  bytes[at + 2] = length >>> 8;
  bytes[at + 3] = length;
  return at + 4 + length;
}

/** Returns the number of bytes written. */
function writeText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return i + encoder.encodeInto(text.slice(i), bytes.subarray(at + i)).written;
    bytes[at + i] = unit;
  }
  return text.length;
}

/** The first 128 bits modulo 36^16, in base 36: four digits at a time, by long division, which needs no big integers. */
function toBase36(digest: Uint8Array): ClaimId {
  const view = new DataView(digest.buffer, digest.byteOffset, 16);
  const limbs = [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
  let id = '';
  for (let group = 0; group < 4; group++) {
    let rest = 0;
    for (let i = 0; i < 4; i++) {
      const value = rest * 0x100000000 + (limbs[i] as number);
      const quotient = Math.floor(value / FOUR_DIGITS);
      limbs[i] = quotient;
      // `%` takes ten times as long for numbers beyond 32 bits.
      rest = value - quotient * FOUR_DIGITS;
    }
    id = `${TWO_DIGITS[Math.floor(rest / 1296)]}${TWO_DIGITS[rest % 1296]}${id}`;
  }
  return id as ClaimId;
}

const TWO_DIGITS = Array.from({ length: 36 ** 2 }, (_, number) => number.toString(36).padStart(2, '0'));
