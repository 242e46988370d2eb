import { CODE_MASK } from './encodings/canonical-codes.ts';
import { SHINGLE, WINDOW } from './shingle-hash.ts';

/** The shortest and longest text that is stored whole, as one token; longer ones are found by shingles. */
export const MIN_TOKEN = 4;
export const MAX_TOKEN = SHINGLE + WINDOW - 2;

/** A table for the lengths of tokens, one bit each from {@link MIN_TOKEN} on, by the hash of their first four codes. */
export function createTokenLengths(): Uint16Array {
  return new Uint16Array(1 << 16);
}

/** The index for a token that begins with the four codes at `i`. */
export function placeOfToken(codes: Uint8Array, i: number): number {
  const word =
    ((codes[i] as number) & CODE_MASK) |
    (((codes[i + 1] as number) & CODE_MASK) << 8) |
    (((codes[i + 2] as number) & CODE_MASK) << 16) |
    (((codes[i + 3] as number) & CODE_MASK) << 24);
  return Math.imul(word, 0x9e3779b1) >>> 16;
}

/** A table for {@link setTokenBit}. */
export function createTokenFilter(): Uint8Array {
  return new Uint8Array(1 << 16);
}

/** Sets the bit of a whole token, by its hash. */
export function setTokenBit(filter: Uint8Array, hash: number): void {
  const bit = hash >>> 13;
  filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
}
