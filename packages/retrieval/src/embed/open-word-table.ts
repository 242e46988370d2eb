import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chunksOf, foldWord, runsOf } from '@memora/language/text';
import type { Embedder } from './embedder.ts';
import { createLetterVectors } from './letter-vectors.ts';
import { openWordTableFile, type WordTableFile } from './word-table-file.ts';

const SHORTEST_UNKNOWN = 2;
/** The number of words whose share is cached: the words that a vault repeats most. About 8 MB. */
const MOST_REMEMBERED = 8_192;

let opened: Embedder | undefined;

/**
 * Opens the built-in embedder: a table of English word vectors that ships with the package (see `assets/NOTICE.md`). It needs no network and no
 * model. A text is the average of its words, weighted down by frequency. A word outside the table, of any language, is embedded by its letter
 * groups, so it still matches its inflected forms.
 */
export async function openWordTable(): Promise<Embedder> {
  opened ??= {
    ...createWordTableEmbedder(openWordTableFile(findWordTable())),
    readerFile: fileURLToPath(new URL(READER, import.meta.url)),
  };
  return opened;
}

/** The reader's compiled file is in the same folder as the bundle that contains this module. */
const READER = import.meta.url.endsWith('.ts') ? '../vector/read-documents.ts' : './read-vector-documents.js';

/** The `assets` folder is next to the build folder, or two levels above the source. */
function findWordTable(): string {
  const places = ['./word-table.bin', '../assets/word-table.bin', '../../assets/word-table.bin'].map(
    (place) => fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(place)) ?? (places[0] as string);
}

function createWordTableEmbedder(table: WordTableFile): Embedder {
  const { dimensions, version } = table.header;
  const shareOf = prepareShares(table);
  const embedNow = (texts: readonly string[]) => texts.map((text) => embedText(text, dimensions, shareOf));
  return {
    id: 'memora-word-table',
    version,
    dimensions,
    place: 'loopback',
    embed: async (texts) => embedNow(texts),
    embedNow,
  };
}

/** Returns the vector that a word adds to the sum of a text; null for none. */
type ShareOf = (word: string) => Float64Array | null;

function embedText(text: string, dimensions: number, shareOf: ShareOf): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const chunk of chunksOf(text))
    for (const word of wordsOf(chunk)) {
      const share = shareOf(word);
      if (share === null) continue;
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) + (share[i] as number);
    }
  let squares = 0;
  for (let i = 0; i < dimensions; i++) squares += (sum[i] as number) ** 2;
  const length = Math.sqrt(squares);
  if (squares > 0) for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] as number) / length;
  return sum;
}

function prepareShares(table: WordTableFile): ShareOf {
  const { dimensions, step } = table.header;
  const lettersVector = createLetterVectors(dimensions);
  const shareByWord = new Map<string, Float64Array | null>();
  const compute: ShareOf = (word) => {
    const known = table.find(word) ?? (word.endsWith('s') ? table.find(word.slice(0, -1)) : null);
    if (known === null && word.length < SHORTEST_UNKNOWN) return null;
    const vector = known === null ? lettersVector(word) : known.components;
    const scale = known === null ? 1 : (known.weight / 255) * step;
    const share = new Float64Array(dimensions);
    for (let i = 0; i < dimensions; i++) share[i] = scale * (vector[i] as number);
    return share;
  };
  return (word) => {
    let share = shareByWord.get(word);
    if (share === undefined) {
      share = compute(word);
      if (shareByWord.size >= MOST_REMEMBERED) shareByWord.clear();
      shareByWord.set(word, share);
    }
    return share;
  };
}

/** A longer chunk would keep the text it was cut from in memory. */
const LONGEST_KNOWN = 12;
const wordsByChunk = new Map<string, readonly string[]>();

function wordsOf(chunk: string): readonly string[] {
  if (chunk.length > LONGEST_KNOWN) return readWords(chunk);
  let words = wordsByChunk.get(chunk);
  if (words === undefined) {
    words = readWords(chunk);
    if (wordsByChunk.size >= MOST_REMEMBERED) wordsByChunk.clear();
    wordsByChunk.set(chunk, words);
  }
  return words;
}

/** Returns the words in lower case without accents. Runs of scripts without spaces become overlapping pairs. */
function readWords(chunk: string): readonly string[] {
  const words: string[] = [];
  for (const run of runsOf(chunk)) {
    if (run.kind === 'word')
      for (const piece of run.text.split(/[._\-/:'’·@,=]+/u)) words.push(foldWord(piece.toLowerCase()));
    else {
      const characters = Array.from(run.text);
      for (let i = 0; i + 1 < characters.length; i++) words.push(characters.slice(i, i + 2).join(''));
    }
  }
  return words;
}
