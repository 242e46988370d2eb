import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { RetrievalError } from '../retrieval-error.ts';

/** The file format: the header's length in four little-endian bytes, the header as JSON, the words, their weights, their vectors. */
interface TableHeader {
  readonly format: 'memora-word-table-1';
  readonly version: string;
  readonly words: number;
  readonly dimensions: number;
  /** Length of the word list in bytes. */
  readonly wordBytes: number;
  /** One step of a vector component. */
  readonly step: number;
}

/** A word's vector: `components` times `step`, weighted by `weight` / 255. */
interface WordVector {
  readonly weight: number;
  readonly components: Int8Array;
}

/** A table of word vectors in a file. */
export interface WordTableFile {
  readonly header: TableHeader;
  readonly find: (word: string) => WordVector | null;
}

/** The number of lookups in the raw bytes before the whole list is read into a map. */
const FEW = 200;

/**
 * Opens a table without reading it: a question needs a dozen of its 30,000 vectors, and a process that asks one question should not wait for the
 * rest. Throws `WORD_TABLE_INVALID`.
 */
export function openWordTableFile(path: string): WordTableFile {
  try {
    return withFile(path, (file) => {
      const start = 4 + readBytes(file, 0, 4).readUInt32LE(0);
      const header = JSON.parse(readBytes(file, 4, start - 4).toString('utf8')) as TableHeader;
      const { words, wordBytes, dimensions } = header;
      const vectorsAt = start + wordBytes + words;
      if (header.format !== 'memora-word-table-1' || fstatSync(file).size !== vectorsAt + words * dimensions)
        throw new Error('not a word table');
      const list = readBytes(file, start, wordBytes);
      const weights = readBytes(file, start + wordBytes, words);
      return { header, find: createLookup(path, { header, list, weights, vectorsAt }) };
    });
  } catch (cause) {
    throw new RetrievalError('the word table is damaged', {
      code: 'WORD_TABLE_INVALID',
      hint: 'Install @memora/retrieval again.',
      cause,
    });
  }
}

interface TableHead {
  readonly header: TableHeader;
  readonly list: Buffer;
  readonly weights: Uint8Array;
  readonly vectorsAt: number;
}

function createLookup(path: string, head: TableHead): WordTableFile['find'] {
  const { dimensions, words } = head.header;
  let lookups = 0;
  let positionOf = createByteLookup(head.list);
  let all: Int8Array | null = null;
  return (word) => {
    if (++lookups === FEW) {
      positionOf = createMapLookup(head.list);
      all = withFile(path, (file) => toSigned(readBytes(file, head.vectorsAt, words * dimensions)));
    }
    const position = positionOf(word);
    if (position === null) return null;
    const at = position * dimensions;
    const components =
      all?.subarray(at, at + dimensions) ??
      withFile(path, (file) => toSigned(readBytes(file, head.vectorsAt + at, dimensions)));
    return { weight: head.weights[position] ?? 0, components };
  };
}

/** Returns a lookup of a word's position in a list of lines, frequent words first. It counts the lines before the word instead of building a map. */
export function createByteLookup(list: Buffer): (word: string) => number | null {
  const bounded = `\n${list.toString('latin1')}\n`;
  return (word) => {
    const at = word.includes('\n') ? -1 : bounded.indexOf(`\n${word}\n`);
    if (at < 0) return null;
    let position = 0;
    for (let end = bounded.indexOf('\n', 1); end >= 0 && end <= at; end = bounded.indexOf('\n', end + 1))
      position++;
    return position;
  };
}

function createMapLookup(list: Buffer): (word: string) => number | null {
  const positionByWord = new Map(
    list
      .toString('utf8')
      .split('\n')
      .map((word, i) => [word, i]),
  );
  return (word) => positionByWord.get(word) ?? null;
}

function withFile<Result>(path: string, work: (file: number) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Error('the file ends too early');
  return bytes;
}

function toSigned(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
