import type { Range } from '../parse/block.ts';

/**
 * The most UTF-16 units that are one statement. The longest sentence of the vaults that we test with has about a thousand; what is
 * longer has no stops (a transcript, a dump, an attack), and every rule that looks at a whole sentence would pay for it.
 */
export const LONGEST_STATEMENT = 2_000;

/** The most UTF-16 units of a title or heading where it names what is below it: it is kept with every claim there. */
export const LONGEST_NAME = 300;

/**
 * Cuts a range of a text that is longer than a statement into pieces: at white space where the second half of a piece has any, else
 * between two characters, never inside one.
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

/** A name without what goes beyond the longest one. */
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

/** The unit before a place and what follows it belong to one character: combining marks, joiners, variation selectors, skin tones. */
const JOINED = /^(?:\u200d|.?(?:\p{M}|\p{Emoji_Modifier}|[\u200d\ufe00-\ufe0f]))/u;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function isSecondOfPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
