import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foldWord } from '../tokenise/fold-word.ts';
import { splitWords } from '../tokenise/split-words.ts';
import type { Embedder } from './embedder.ts';
import { openWordTableFile, type WordTableFile } from './word-table-file.ts';

/** How long a word's vector is beside one of the table's, where the table does not hold it. */
const UNKNOWN_WORD_LENGTH = 1;
const SHORTEST_UNKNOWN = 2;
const MOST_REMEMBERED = 50_000;

let opened: Embedder | undefined;

/**
 * The built-in embedder: a table of English word vectors that ships with the package (see `assets/NOTICE.md`), no network, no
 * model. A text is the average of its words, frequent ones counting less; a word the table does not hold, of any language,
 * is embedded by its letter groups, so that it still meets its other forms.
 */
export async function openWordTable(): Promise<Embedder> {
  opened ??= createWordTableEmbedder(openWordTableFile(findWordTable()));
  return opened;
}

/** The table stands beside a bundle, in `assets` beside the folder this code was built into, or two above its source. */
function findWordTable(): string {
  const places = ['./word-table.bin', '../assets/word-table.bin', '../../assets/word-table.bin'].map(
    (place) => fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(place)) ?? (places[0] as string);
}

/** An embedder over a word table. */
export function createWordTableEmbedder(table: WordTableFile): Embedder {
  const { dimensions, version } = table.header;
  const groups = new Map<string, Float32Array>();
  const embedNow = (texts: readonly string[]) => texts.map((text) => embedText(text, table, groups));
  return {
    id: 'memora-word-table',
    version,
    dimensions,
    place: 'loopback',
    embed: async (texts) => embedNow(texts),
    embedNow,
  };
}

function embedText(text: string, table: WordTableFile, groups: Map<string, Float32Array>): Float32Array {
  const { dimensions, step } = table.header;
  const sum = new Float32Array(dimensions);
  for (const word of wordsOf(text)) {
    const known = table.find(word) ?? (word.endsWith('s') ? table.find(word.slice(0, -1)) : null);
    if (known === null) {
      if (word.length >= SHORTEST_UNKNOWN) addTo(sum, lettersVector(word, dimensions, groups));
      continue;
    }
    const scale = (known.weight / 255) * step;
    for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + scale * (known.components[i] ?? 0);
  }
  let squares = 0;
  for (const component of sum) squares += component * component;
  if (squares > 0) for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) / Math.sqrt(squares);
  return sum;
}

/** Words in lower case without accents; runs of scripts without spaces in overlapping pairs. */
function* wordsOf(text: string): Iterable<string> {
  for (const run of splitWords(text)) {
    if (run.kind === 'word')
      for (const piece of run.text.split(/[._\-/:'’·@,=]+/u)) yield foldWord(piece.toLowerCase());
    else {
      const characters = Array.from(run.text);
      for (let i = 0; i + 1 < characters.length; i++) yield characters.slice(i, i + 2).join('');
    }
  }
}

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
}

/** The sum of one pseudo-random vector of signs for each group of three to five letters, brought to a fixed length. */
function lettersVector(word: string, dimensions: number, groups: Map<string, Float32Array>): Float32Array {
  const known = groups.get(word);
  if (known) return known;
  const vector = new Float32Array(dimensions);
  const bounded = `<${word}>`;
  for (let size = 3; size <= 5; size++) {
    for (let at = 0; at + size <= bounded.length; at++) addSigns(vector, hash(bounded.slice(at, at + size)));
  }
  let squares = 0;
  for (const component of vector) squares += component * component;
  const scale = squares > 0 ? UNKNOWN_WORD_LENGTH / Math.sqrt(squares) : 0;
  for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) * scale;
  if (groups.size >= MOST_REMEMBERED) groups.clear();
  groups.set(word, vector);
  return vector;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  return value;
}

/** Adds the signs of a xorshift sequence. */
function addSigns(vector: Float32Array, seed: number): void {
  let state = seed | 1;
  for (let i = 0; i < vector.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vector[i] = (vector[i] ?? 0) + (state & 1 ? 1 : -1);
  }
}
