import { normaliseText } from '../align/normalise-text.ts';
import type { WordDifference } from '../contract/verification-report.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { WORD } from './read-words.ts';

/** A text without Markdown, and its words, each with its start and end there. */
interface WrittenText {
  readonly normal: string;
  readonly packed: string;
  readonly starts: ReadonlyMap<number, number>;
  readonly ends: ReadonlyMap<number, number>;
}

const KEY = Symbol('as written');

/**
 * The differences as spelled in the statement and its passages, with capitals, apostrophes and the marks
 * between words.
 */
export function asWritten(
  differences: readonly WordDifference[],
  statement: string,
  passages: readonly NotePassage[],
): readonly WordDifference[] {
  if (differences.length === 0) return differences;
  const own = [readWritten(statement)];
  return differences.map(({ here, there }) => ({
    here: findWords(here, own),
    there: there === '' ? there : findWords(there, passages.map(readPassage)),
  }));
}

/**
 * The stretch of the first text that has these words in sequence, without Markdown; the words themselves if
 * there is none.
 */
function findWords(words: string, texts: readonly WrittenText[]): string {
  const wanted = words.replaceAll(' ', '');
  for (const { normal, packed, starts, ends } of wanted === '' ? [] : texts)
    for (let at = packed.indexOf(wanted); at !== -1; at = packed.indexOf(wanted, at + 1)) {
      const [start, end] = [starts.get(at), ends.get(at + wanted.length)];
      if (start !== undefined && end !== undefined) return normal.slice(start, end);
    }
  return words;
}

function readPassage(passage: NotePassage): WrittenText {
  const known = passage.kept.get(KEY) as WrittenText | undefined;
  const read = known ?? readWritten(passage.text);
  passage.kept.set(KEY, read);
  return read;
}

function readWritten(text: string): WrittenText {
  const { text: normal } = normaliseText(text);
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  let packed = '';
  for (const { 0: found, index } of normal.matchAll(WORD)) {
    starts.set(packed.length, index);
    packed += found.toLowerCase();
    ends.set(packed.length, index + found.length);
  }
  return { normal, packed, starts, ends };
}
