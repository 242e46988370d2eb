import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';

declare const fingerprintBrand: unique symbol;

/** BLAKE3-256 of a span's bytes as 64 lower-case hex digits; `b3sum` prints the same. */
export type Fingerprint = string & { readonly [fingerprintBrand]: true };

/** BLAKE3 with a 32-byte digest. Pass a faster one (WebAssembly, native) to functions with a `blake3` option. */
export type Blake3 = (bytes: Uint8Array) => Uint8Array;

/** The portable BLAKE3 that is used by default. */
export const defaultBlake3: Blake3 = (bytes) => blake3(bytes);

/** The fingerprint of bytes: BLAKE3-256, 64 lower-case hex digits. */
export function fingerprint(bytes: Uint8Array, hash: Blake3 = defaultBlake3): Fingerprint {
  return bytesToHex(hash(bytes)) as Fingerprint;
}

/**
 * True if the bytes have this fingerprint (64 lower-case hex digits). Gives the same result as comparing with {@link fingerprint}, without building its string.
 */
export function hasFingerprint(bytes: Uint8Array, expected: string, hash: Blake3 = defaultBlake3): boolean {
  const digest = hash(bytes);
  if (expected.length !== DIGITS || digest.length * 2 !== DIGITS) return false;
  for (let i = 0; i < digest.length; i++) {
    const byte = digest[i] as number;
    if (expected.charCodeAt(2 * i) !== hexDigit(byte >> 4)) return false;
    if (expected.charCodeAt(2 * i + 1) !== hexDigit(byte & 15)) return false;
  }
  return true;
}

const DIGITS = 64;

/** The code unit of a lower-case hex digit. */
function hexDigit(value: number): number {
  return value + (value < 10 ? 0x30 : 0x57);
}

/**
 * The keyed fingerprint of bytes: BLAKE3 in keyed mode. Used for secret spans, whose plain hash could be guessed. `key` must be 32 bytes; the hash library
 * throws otherwise.
 */
export function keyedFingerprint(bytes: Uint8Array, key: Uint8Array): Fingerprint {
  return bytesToHex(blake3(bytes, { key })) as Fingerprint;
}

/** True for 64 lower-case hex digits. */
export function isFingerprint(value: unknown): value is Fingerprint {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
