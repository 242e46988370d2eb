import type { Range } from '../parse/block.ts';

/**
 * The most UTF-16 units in one statement. The longest sentence of our test vaults has about a thousand. Longer text has no stops (a transcript, a dump, an
 * attack), and every rule that reads a whole sentence would pay for it.
 */
export const LONGEST_STATEMENT = 2_000;

/** The most UTF-16 units of a title or heading used as a name: it is stored with every claim below it. */
export const LONGEST_NAME = 300;

/**
 * Cuts a range that is longer than a statement into pieces: at white space if the second half of a piece has any, otherwise between two characters, never
 * inside one.
 */
export function cutLongText(text: string, { start, end }: Range): Range[] {
  const pieces: Range[] = [];
  let from = start;
  while (end - from > LONGEST_STATEMENT) {
    const to = cutBefore(text, from, from + LONGEST_STATEMENT);
    pieces.push({ start: from, end: to });
    from = to;
  }
  pieces.push({ start: from, end });
  return pieces;
}

/** A name cut to the longest length. */
export function cutLongName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, cutBefore(name, 0, LONGEST_NAME)).trimEnd()}…`;
}

function cutBefore(text: string, from: number, limit: number): number {
  const earliest = (from + limit) >> 1;
  for (let at = limit; at > earliest; at--) if (isSpace(text.charCodeAt(at - 1))) return at;
  for (let at = limit; at > earliest; at--)
    if (!isSecondOfPair(text, at) && !JOINED.test(text.slice(at - 1, at + 2))) return at;
  return isSecondOfPair(text, limit) ? limit - 1 : limit;
}

/** True if the unit before and the text after form one character: combining marks, joiners, variation selectors, skin tones. */
const JOINED = /^(?:\u200d|.?(?:\p{M}|\p{Emoji_Modifier}|[\u200d\ufe00-\ufe0f]))/u;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isSecondOfPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
