import { type CanonicalCodes, CODE_MASK } from './canonical-codes.ts';
import {
  endsToken,
  hasFilterBits,
  hasTokenBit,
  type SecretFingerprints,
  WINDOW,
} from './fingerprint-secrets.ts';
import { SHINGLE } from './shingle-hash.ts';

const WORD_MASK = 0x3f3f3f3f;

/**
 * Adds the numbers of the secrets that the codes hold to `found`. Looks up one shingle in every {@link WINDOW}: the filter
 * knows all shingles of the secrets, so a run of `SHINGLE + WINDOW - 1` codes can't pass between two of them.
 */
export function findSecrets(
  { codes, length }: CanonicalCodes,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  findShingles(codes, length, known, exempt, found);
  if (known.tokenLengths.length > 0) findTokens(codes, length, known, exempt, found);
}

function findShingles(
  codes: Uint8Array,
  length: number,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  if (known.shingles.size === 0) return;
  const words = new Int32Array(codes.buffer, codes.byteOffset, codes.length >> 2);
  const { filter } = known;
  const { ofWords } = known.hash;
  const mask = (filter.length << 5) - 1;
  const last = length - SHINGLE;
  const places = scratch((last >> 3) + 2);
  let count = 0;
  // Without a branch on what the filter says, the memory it is spread over is read many places at a time.
  for (let i = 0; i <= last; i += WINDOW) {
    const word = i >> 2;
    const bit =
      ofWords(
        (words[word] as number) & WORD_MASK,
        (words[word + 1] as number) & WORD_MASK,
        (words[word + 2] as number) & WORD_MASK,
      ) & mask;
    places[count] = i;
    count += ((filter[bit >>> 5] as number) >>> (bit & 31)) & 1;
  }
  for (let n = 0, next = 0; n < count; n++) {
    const i = places[n] as number;
    if (i >= next && hasFilterBits(filter, known.hash.first(codes, i)))
      next = findAround(i, last, codes, known, exempt, found) + 1;
  }
}

/**
 * Looks closer at a shingle that the filter knows: how many shingles in a row does it know here? Fewer than
 * {@link WINDOW} are a phrase that anybody may use; as many hold a winnowed shingle where the run is a secret's.
 * Returns where the search goes on.
 */
function findAround(
  at: number,
  last: number,
  codes: Uint8Array,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): number {
  const knows = (i: number): boolean => hasFilterBits(known.filter, known.hash.first(codes, i));
  let start = at;
  while (start > 0 && at - start < WINDOW - 1 && knows(start - 1)) start--;
  let end = at + 1;
  while (end <= last && knows(end)) end++;
  if (end - start < WINDOW) return at;
  for (let i = start; i < end; i++) {
    const owner = known.shingles.find(known.hash.first(codes, i), () => known.hash.second(codes, i, SHINGLE));
    if (owner >= 0 && !isExempt(codes, i, SHINGLE, exempt)) found.add(owner);
  }
  return at + Math.floor((end - 1 - at) / WINDOW) * WINDOW;
}

function findTokens(
  codes: Uint8Array,
  length: number,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  const { tokenFilter, tokenLengths } = known;
  const starts = scratch(length + 1);
  let count = 0;
  for (let i = 0; i + 4 <= length; i++) {
    starts[count] = i;
    count += (codes[i] as number) >>> 7;
  }
  for (let n = 0; n < count; n++) {
    const i = starts[n] as number;
    if (!hasTokenBit(tokenFilter, codes, i)) continue;
    for (const size of tokenLengths) {
      if (!endsToken(codes, length, i + size)) continue;
      const owner = known.tokens.find(known.hash.second(codes, i, size), () => size);
      if (owner >= 0 && !isExempt(codes, i, size, exempt)) found.add(owner);
    }
  }
}

/** True where what the person typed holds the same codes. */
function isExempt(codes: Uint8Array, start: number, size: number, exempt: readonly Uint8Array[]): boolean {
  return exempt.some((typed) => {
    for (let at = 0; at + size <= typed.length; at++) {
      let k = 0;
      while (
        k < size &&
        ((typed[at + k] as number) & CODE_MASK) === ((codes[start + k] as number) & CODE_MASK)
      )
        k++;
      if (k === size) return true;
    }
    return false;
  });
}

let places = new Int32Array(0);

/** Room for so many numbers, overwritten by the next that asks. */
function scratch(size: number): Int32Array {
  if (places.length < size) places = new Int32Array(size + (size >> 1));
  return places;
}
