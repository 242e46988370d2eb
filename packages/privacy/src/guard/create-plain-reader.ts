import { createCanonicaliser, STARTS_TOKEN } from './encodings/canonical-codes.ts';
import { probeRuns } from './encodings/encoded-runs.ts';
import type { PayloadReader, SecretFilters } from './payload-reader.ts';
import { hasShingleBits, SHINGLE, WINDOW } from './shingle-hash.ts';
import { placeOfToken } from './token-lengths.ts';

/** A reader in plain JavaScript. */
export function createPlainReader(): PayloadReader {
  const toCodes = createCanonicaliser();
  let filters: SecretFilters | null = null;
  let payload: Uint8Array = new Uint8Array();
  let read = toCodes(payload);
  let places = new Int32Array(0);
  const room = (size: number): Int32Array => {
    if (places.length < size) places = new Int32Array(size + (size >> 1));
    return places;
  };
  return {
    canonicalise: (bytes) => {
      payload = bytes;
      read = toCodes(bytes);
      return read;
    },
    lookFor: (wanted) => {
      filters = wanted;
    },
    findShingles: () => {
      if (filters === null) return new Int32Array(0);
      const { codes, length } = read;
      const { hash, shingleFilter } = filters;
      const last = length - SHINGLE;
      const found = room((Math.max(last, 0) >> 3) + 2);
      let count = 0;
      for (let i = 0; i <= last; i += WINDOW) {
        found[count] = i;
        if (hasShingleBits(shingleFilter, hash.first(codes, i))) count++;
      }
      return found.subarray(0, count);
    },
    findTokens: () => {
      if (filters === null) return new Int32Array(0);
      const { codes, length } = read;
      const found = room(length + 1);
      let count = 0;
      for (let i = 0; i + 4 <= length; i++) {
        if (((codes[i] as number) & STARTS_TOKEN) === 0) continue;
        found[count] = i;
        if (filters.tokenLengths[placeOfToken(codes, i)] !== 0) count++;
      }
      return found.subarray(0, count);
    },
    findRuns: () => probeRuns(payload),
  };
}
