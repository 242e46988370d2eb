import type { TextRange } from '../merge-spans.ts';

/** How far a label and its value may be from each other in a sentence, in words. */
const NEAR = 8;
/** Maximum number of words of a label: `mot de passe`. */
const WORDS_OF_A_LABEL = 3;
const SHORTEST = 8;
const LONGEST = 64;
/** Signs that end a sentence after a word. */
const STOPS: ReadonlySet<string> = new Set('.!?;');

interface Word extends TextRange {
  readonly text: string;
  /** The number of the sentence that it is in. A line break ends a sentence. */
  readonly sentence: number;
}

/**
 * The words that look like a password and have a label within eight words in the same sentence, before or
 * after them: `Moonh0rse!8 is the password`. A value right after its label need not look as much like a
 * password.
 */
export function* findNearLabel(
  text: string,
  isPassword: (word: string) => boolean,
  isLabel: (words: string) => boolean,
): Iterable<TextRange> {
  let words: readonly Word[] | null = null;
  const known = new Map<string, boolean>();
  const isKnownLabel = (label: string) => {
    const is = known.get(label) ?? isLabel(label);
    known.set(label, is);
    return is;
  };
  for (const { start, end } of rangesOf(text)) {
    const length = end - start;
    if (length < SHORTEST || length > LONGEST || !isPassword(text.slice(start, end))) continue;
    words ??= wordsOf(text);
    if (hasLabel(words, indexAt(words, start), isKnownLabel)) yield { start, end };
  }
}

function hasLabel(words: readonly Word[], at: number, isLabel: (words: string) => boolean): boolean {
  const sentence = words[at]?.sentence;
  const first = Math.max(0, at - NEAR);
  for (let from = first; from <= at + NEAR; from++)
    for (let to = from; to < from + WORDS_OF_A_LABEL; to++) {
      if (words[from]?.sentence !== sentence || words[to]?.sentence !== sentence) break;
      if (from <= at && at <= to) break;
      const label = words.slice(from, to + 1).map(({ text }) => text);
      if (isLabel(label.join(' '))) return true;
    }
  return false;
}

function wordsOf(text: string): Word[] {
  let sentence = 0;
  let last = 0;
  return rangesOf(text).map(({ start, end }) => {
    if (text.slice(last, start).includes('\n')) sentence++;
    last = end;
    const word = { text: bare(text.slice(start, end)), start, end, sentence };
    if (STOPS.has(text[end - 1] ?? '')) sentence++;
    return word;
  });
}

function rangesOf(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !BLANKS.has(text[at] ?? '')) continue;
    if (at > from) ranges.push({ start: from, end: at });
    from = at + 1;
  }
  return ranges;
}

const BLANKS: ReadonlySet<string> = new Set(' \t\r\n|\u00a0');

/** The word without the punctuation around it. */
function bare(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && !isLetter(word[start])) start++;
  while (end > start && !isLetter(word[end - 1])) end--;
  return word.slice(start, end);
}

function isLetter(sign = ''): boolean {
  return sign.toLowerCase() !== sign.toUpperCase() || sign > '\u02ff';
}

function indexAt(words: readonly Word[], start: number): number {
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
