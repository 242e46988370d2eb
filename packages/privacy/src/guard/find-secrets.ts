import { type CanonicalCodes, CODE_MASK, STARTS_TOKEN } from './canonical-codes.ts';
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
  const last = length - SHINGLE;
  for (let i = 0; i <= last; i += WINDOW) {
    const word = i >> 2;
    const first = ofWords(
      (words[word] as number) & WORD_MASK,
      (words[word + 1] as number) & WORD_MASK,
      (words[word + 2] as number) & WORD_MASK,
    );
    if (hasFilterBits(filter, first)) i = findAround(i, last, codes, known, exempt, found);
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
  for (let i = 0; i + 4 <= length; i++) {
    if (((codes[i] as number) & STARTS_TOKEN) === 0 || !hasTokenBit(tokenFilter, codes, i)) continue;
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
