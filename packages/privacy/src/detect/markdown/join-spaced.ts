import type { TextRange } from '../merge-spans.ts';

/** A run of fewer single characters is a list of letters. */
const LEAST = 8;

interface JoinedText {
  readonly text: string;
  /** Maps a range of the text to the original. */
  readonly written: (range: TextRange) => TextRange;
}

/** The text with `g h p _ 1 6 …` as one word: single characters with one blank between them. Null if there is no such run. */
export function joinSpaced(text: string): JoinedText | null {
  /** The places of the removed blanks. */
  const blanks: number[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    while (isSingle(text, at)) at += 2;
    const count = (at - start) / 2;
    if (count >= LEAST) for (let i = 0; i + 1 < count; i++) blanks.push(start + i * 2 + 1);
    at = Math.max(at, start + 1);
    while (count === 0 && at < text.length && !isBlank(text[at - 1])) at++;
  }
  if (blanks.length === 0) return null;
  let joined = '';
  let from = 0;
  /** The place in the joined text of each removed blank. */
  const gaps = blanks.map((blank) => {
    joined += text.slice(from, blank);
    from = blank + 1;
    return joined.length;
  });
  joined += text.slice(from);
  const placeOf = (offset: number) => {
    let [low, high] = [0, gaps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((gaps[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
  return {
    text: joined,
    written: ({ start, end }) => ({ start: placeOf(start), end: placeOf(end - 1) + 1 }),
  };
}

/** True for one character between blanks. The second blank may be the end of a line or of the text. */
function isSingle(text: string, at: number): boolean {
  return (
    at < text.length && !isBlank(text[at]) && isBlank(text[at - 1] ?? ' ') && isBlank(text[at + 1] ?? ' ')
  );
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t';
}
