import { CODE_MASK } from './encodings/canonical-codes.ts';

/** Codes in a shingle. */
export const SHINGLE = 12;
/** Windows of this many shingles keep one: any `SHINGLE + WINDOW - 1` codes of a secret contain a kept shingle. */
export const WINDOW = 8;

/** Two independent 32-bit hashes of the codes `[start, start + length)`, under the keys of this process. */
export interface ShingleHash {
  /** The keys of the first hash, for other implementations of it. */
  readonly keys: readonly [number, number, number];
  /** The same for the second: the seed, the key of each code and the last. */
  readonly tokenKeys: readonly [number, number, number];
  readonly first: (codes: Uint8Array, start: number) => number;
  readonly second: (codes: Uint8Array, start: number, length: number) => number;
}

/** Creates hashes under random keys, so that nobody without access to this process's memory can precompute them. */
export function createShingleHash(randomWord: () => number): ShingleHash {
  const odd = (): number => randomWord() | 1;
  const [keyA, keyB, keyC, keyD, keyE] = [odd(), odd(), odd(), odd(), odd()];
  const seed = randomWord();
  const ofWords = (a: number, b: number, c: number): number => {
    let hash = Math.imul(a, keyA) ^ Math.imul(b, keyB);
    hash = Math.imul((hash ^ (hash >>> 15)) + c, keyC);
    return hash ^ (hash >>> 16);
  };
  return {
    keys: [keyA, keyB, keyC],
    tokenKeys: [seed, keyD, keyE],
    first: (codes, i) => ofWords(wordAt(codes, i), wordAt(codes, i + 4), wordAt(codes, i + 8)),
    second: (codes, start, length) => {
      let hash = seed ^ length;
      for (let i = start; i < start + length; i++) {
        hash = Math.imul(hash ^ ((codes[i] as number) & CODE_MASK), keyD);
        hash ^= hash >>> 13;
      }
      hash = Math.imul(hash, keyE);
      return hash ^ (hash >>> 16);
    },
  };
}

function wordAt(codes: Uint8Array, i: number): number {
  return (
    ((codes[i] as number) & CODE_MASK) |
    (((codes[i + 1] as number) & CODE_MASK) << 8) |
    (((codes[i + 2] as number) & CODE_MASK) << 16) |
    (((codes[i + 3] as number) & CODE_MASK) << 24)
  );
}

/** Sets the two bits of a shingle in a word of the filter. */
export function setShingleBits(filter: Int32Array, first: number): void {
  const word = first & (filter.length - 1);
  filter[word] = (filter[word] as number) | (1 << (first >>> 27)) | (1 << ((first >>> 22) & 31));
}

/** False if no secret has the shingle. */
export function hasShingleBits(filter: Int32Array, first: number): boolean {
  const word = filter[first & (filter.length - 1)] as number;
  return ((word >>> (first >>> 27)) & (word >>> ((first >>> 22) & 31)) & 1) === 1;
}
