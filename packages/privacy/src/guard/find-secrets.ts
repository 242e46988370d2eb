import { type CanonicalCodes, CODE_MASK } from './encodings/canonical-codes.ts';
import { hasFilterBits, type SecretFingerprints, tokenSizes } from './fingerprint-secrets.ts';
import type { PayloadReader } from './payload-reader.ts';
import { SHINGLE, WINDOW } from './shingle-hash.ts';

/**
 * Adds the numbers of the secrets in the codes to `found`. `reader` has read the codes and knows where to look. It looks up one shingle in every {@link
 * WINDOW}: the filter knows all shingles of the secrets, so no run of `SHINGLE + WINDOW - 1` codes can fall between two of them.
 */
export function findSecrets(
  { codes, length }: CanonicalCodes,
  reader: PayloadReader,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  if (known.shingles.size > 0) findShingles(codes, length, reader, known, exempt, found);
  if (known.tokens.size > 0) findTokens(codes, length, reader, known, exempt, found);
}

function findShingles(
  codes: Uint8Array,
  length: number,
  reader: PayloadReader,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  let next = 0;
  for (const i of reader.findShingles()) {
    if (i >= next && hasFilterBits(known.filter, known.hash.first(codes, i)))
      next = findAround(i, length - SHINGLE, codes, known, exempt, found) + 1;
  }
}

/**
 * Examines a shingle that the filter knows, by counting the consecutive known shingles around it. Fewer than
 * {@link WINDOW} are a common phrase. A run of at least that many contains a winnowed shingle if it belongs
 * to a secret. Returns where the search continues.
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
  // After text that the person typed, the next letters may match the secret by chance: fewer shingles than a run prove nothing.
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && !isExempt(codes, to, SHINGLE, exempt)) to++;
    for (let i = from; i < to && to - from >= WINDOW; i++) {
      const owner = known.shingles.find(known.hash.first(codes, i), () =>
        known.hash.second(codes, i, SHINGLE),
      );
      if (owner >= 0) found.add(owner);
    }
    from = to + 1;
  }
  return at + Math.floor((end - 1 - at) / WINDOW) * WINDOW;
}

function findTokens(
  codes: Uint8Array,
  length: number,
  reader: PayloadReader,
  known: SecretFingerprints,
  exempt: readonly Uint8Array[],
  found: Set<number>,
): void {
  for (const i of reader.findTokens()) {
    for (const size of tokenSizes(known.tokenLengths, codes, length, i)) {
      const owner = known.tokens.find(known.hash.second(codes, i, size), () => size);
      if (owner >= 0 && !isExempt(codes, i, size, exempt)) found.add(owner);
    }
  }
}

/** True if the person's own text contains the same codes. */
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
