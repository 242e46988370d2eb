import { CODE_MASK } from './canonical-codes.ts';

/** Codes in a shingle. */
export const SHINGLE = 12;

/** Two independent 32-bit hashes of the codes `[start, start + length)`, under the keys of this process. */
export interface ShingleHash {
  /** The first hash of a shingle out of its three words of four codes each, low byte first. */
  readonly ofWords: (a: number, b: number, c: number) => number;
  readonly first: (codes: Uint8Array, start: number) => number;
  readonly second: (codes: Uint8Array, start: number, length: number) => number;
}

/** Makes hashes under random keys, so that nobody who does not hold this process's memory can precompute them. */
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
    ofWords,
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
