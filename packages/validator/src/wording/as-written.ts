import { normaliseText } from '../align/normalise-text.ts';
import type { WordDifference } from '../contract/verification-report.ts';
import { readWords, WORD } from './read-words.ts';

/** A difference with the words as the statement and the notes write them: with their capitals, apostrophes and the marks between them. */
export function asWritten(
  { here, there }: WordDifference,
  statement: string,
  notes: readonly string[],
): WordDifference {
  return { here: findWords(here, [statement]), there: findWords(there, notes) };
}

/** The stretch of the first text that has these words one behind the other, without Markdown; the words themselves where none has. */
function findWords(words: string, texts: readonly string[]): string {
  const packed = words.replaceAll(' ', '');
  for (const text of packed === '' ? [] : texts) {
    const { text: normal } = normaliseText(text);
    const starts = new Map<number, number>();
    const ends = new Map<number, number>();
    let all = '';
    for (const { 0: found, index } of normal.matchAll(WORD)) {
      starts.set(all.length, index);
      all += readWords(found).join('');
      ends.set(all.length, index + found.length);
    }
    for (let at = all.indexOf(packed); at !== -1; at = all.indexOf(packed, at + 1)) {
      const [start, end] = [starts.get(at), ends.get(at + packed.length)];
      if (start !== undefined && end !== undefined) return normal.slice(start, end);
    }
  }
  return words;
}
