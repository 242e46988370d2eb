/** Length of the vector of a word that is not in the table, relative to one that is. */
const UNKNOWN_WORD_LENGTH = 1;
/** The number of words that are read bit by bit before tables are built. Building them takes as long as a few dozen words. */
const FEW = 64;
const SEED_BITS = 32;
/** No word that is read has 2 ** 7 letter groups or more. */
const COUNTER_BITS = 10;

/**
 * Creates vectors for words from their letters: the sum of one pseudo-random sign vector per group of three to five letters, scaled to a fixed
 * length. The signs of a group are the last bits of a xorshift sequence seeded with its hash. Each xorshift step is linear over bits, so the
 * signs of a seed are the XOR of the signs of its bytes. Tables give 32 of them at a time.
 */
export function createLetterVectors(dimensions: number): (word: string) => Float32Array {
  const words = Math.ceil(dimensions / 32);
  let made = 0;
  let tables: Uint32Array | null = null;
  const counters = new Uint32Array(COUNTER_BITS * words);
  return (word) => {
    const seeds = seedsOf(word);
    const vector = new Float32Array(dimensions);
    if (++made <= FEW || seeds.length >= 2 ** COUNTER_BITS) for (const seed of seeds) addSigns(vector, seed);
    else {
      tables ??= signTables(dimensions, words);
      countSigns(counters, seeds, tables, words);
      readCounts(vector, counters, seeds.length, words);
    }
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += (vector[i] as number) ** 2;
    const scale = squares > 0 ? UNKNOWN_WORD_LENGTH / Math.sqrt(squares) : 0;
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) * scale;
    return vector;
  };
}

/** Returns the seeds of a word's letter groups. */
function seedsOf(word: string): number[] {
  const bounded = `<${word}>`;
  const seeds: number[] = [];
  for (let size = 3; size <= 5; size++)
    for (let at = 0; at + size <= bounded.length; at++) seeds.push(hash(bounded, at, at + size) | 1);
  return seeds;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, start: number, end: number): number {
  let value = 2_166_136_261;
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  return value;
}

function addSigns(vector: Float32Array, seed: number): void {
  let state = seed;
  for (let i = 0; i < vector.length; i++) {
    state = next(state);
    vector[i] = (vector[i] as number) + (state & 1 ? 1 : -1);
  }
}

function next(state: number): number {
  let shifted = state ^ (state << 13);
  shifted ^= shifted >>> 17;
  return shifted ^ (shifted << 5);
}

/** Returns the signs for each value of each of a seed's four bytes: one bit each, `words` words per value. */
function signTables(dimensions: number, words: number): Uint32Array {
  const tables = new Uint32Array(4 * 256 * words);
  for (let bit = 0; bit < SEED_BITS; bit++) {
    const first = ((bit >> 3) * 256 + (1 << (bit & 7))) * words;
    let state = 1 << bit;
    for (let i = 0; i < dimensions; i++) {
      state = next(state);
      const at = first + (i >> 5);
      tables[at] = (tables[at] as number) | ((state & 1) << (i & 31));
    }
  }
  for (let byte = 0; byte < 4; byte++) {
    for (let value = 1; value < 256; value++) {
      const lowest = value & -value;
      if (lowest === value) continue;
      for (let word = 0; word < words; word++) {
        const one = tables[(byte * 256 + lowest) * words + word] as number;
        const rest = tables[(byte * 256 + value - lowest) * words + word] as number;
        tables[(byte * 256 + value) * words + word] = one ^ rest;
      }
    }
  }
  return tables;
}

/** Counts, for each dimension, how many seeds have a positive sign. The counters are bit-sliced: one word holds one bit of 32 counters. */
function countSigns(
  counters: Uint32Array,
  seeds: readonly number[],
  tables: Uint32Array,
  words: number,
): void {
  counters.fill(0);
  for (const seed of seeds) {
    const a = (seed & 255) * words;
    const b = (256 + ((seed >>> 8) & 255)) * words;
    const c = (512 + ((seed >>> 16) & 255)) * words;
    const d = (768 + (seed >>> 24)) * words;
    for (let word = 0; word < words; word++) {
      let carry =
        (tables[a + word] as number) ^
        (tables[b + word] as number) ^
        (tables[c + word] as number) ^
        (tables[d + word] as number);
      for (let at = word; carry !== 0; at += words) {
        const before = counters[at] as number;
        counters[at] = before ^ carry;
        carry &= before;
      }
    }
  }
}

/** Writes, for each dimension, the number of positive signs minus the number of negative ones. */
function readCounts(vector: Float32Array, counters: Uint32Array, seeds: number, words: number): void {
  vector.fill(-seeds);
  for (let bit = 0; seeds >> bit > 0; bit++) {
    const worth = 2 << bit;
    for (let i = 0; i < vector.length; i++) {
      const isSet = ((counters[bit * words + (i >> 5)] as number) >>> (i & 31)) & 1;
      vector[i] = (vector[i] as number) + isSet * worth;
    }
  }
}
