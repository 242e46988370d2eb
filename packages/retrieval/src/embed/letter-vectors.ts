/** How long a word's vector is beside one of the table's, where the table does not hold it. */
const UNKNOWN_WORD_LENGTH = 1;
/** Words read bit by bit before tables are made, which takes as long as some dozen words do. */
const FEW = 64;
const SEED_BITS = 32;
/** A word of 2 ** 7 groups of letters is longer than any that is read. */
const COUNTER_BITS = 10;

/**
 * Makes vectors for words by their letters: the sum of one pseudo-random vector of signs for each group of three to five letters,
 * brought to a fixed length. The signs of a group are the last bits of a xorshift sequence that its hash begins. Each step of
 * it is linear over bits, so that all signs of a seed are those of its bytes, added without carry: 32 at a time, from tables.
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

/** The first states of the sequences of a word's groups of letters. */
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

/** For each value of each of the four bytes of a seed the signs it stands for, a bit each, `words` words a value. */
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

/** Counts at each place how many seeds have a positive sign there; the counters stand on edge: one word a bit of 32 counts. */
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

/** At each place how many signs are positive, less how many are not. */
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
