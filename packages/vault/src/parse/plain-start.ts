/** The marker of a list item and the place where its text starts. */
export interface ListMarker {
  /** `-`, `+`, `*`, `.` or `)`: all items of one list use the same. */
  readonly type: string;
  readonly isOrdered: boolean;
  /** The number of an ordered item. */
  readonly number: number;
  /** Index of the first unit after the marker and its space. */
  readonly content: number;
}

/**
 * True if the text from `at` to `end` can only be a line of a paragraph, at its start or inside: no block of
 * CommonMark, no table delimiter, footnote, `$$` or `%%` begins like this. If false, it may be anything.
 */
export function isPlainStart(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  const next = at + 1 < end ? text.charCodeAt(at + 1) : 32;
  if (code > 127 || isLetter(code)) return true;
  switch (code) {
    case 33: // !
    case 34: // "
    case 38: // &
    case 39: // '
    case 40: // (
    case 44: // ,
    case 46: // .
    case 47: // /
    case 59: // ;
    case 63: // ?
    case 64: // @
    case 94: // ^
    case 123: // {
      return true;
    case 35: // #tag
    case 36: // $
    case 37: // %
      return next !== code && next !== 32 && next !== 9;
    case 42: // *
    case 95: // _
      return isEmphasisStart(text, at, end, code);
    case 43: // +
    case 45: // -
      return isLetter(next) || isDigit(next);
    case 91: // [
      return next === 91 || closesAsText(text, at, end);
    case 96: // `
    case 126: // ~
      return hasShortRun(text, at, end, code);
    default:
      return isDigit(code) && !isOrderedMarker(text, at, end);
  }
}

/** Reads a list marker that one to four spaces and some text follow; `null` for any other. */
export function readListMarker(text: string, at: number, end: number): ListMarker | null {
  let after = at;
  const code = text.charCodeAt(at);
  const isOrdered = isDigit(code);
  if (isOrdered) {
    while (after < end && after - at < 9 && isDigit(text.charCodeAt(after))) after++;
    const delimiter = text.charCodeAt(after);
    if (delimiter !== 46 && delimiter !== 41) return null;
  } else if (code !== 42 && code !== 43 && code !== 45) return null;
  after++;
  let content = after;
  while (content < end && text.charCodeAt(content) === 32) content++;
  const spaces = content - after;
  if (spaces === 0 || spaces > 4 || content === end || text.charCodeAt(content) === 9) return null;
  const number = isOrdered ? Number(text.slice(at, after - 1)) : 0;
  return { type: text[after - 1] as string, isOrdered, number, content };
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `*a`, `**a`, `***a`: neither a thematic break nor a list marker. */
function isEmphasisStart(text: string, at: number, end: number, code: number): boolean {
  let after = at;
  while (after < end && text.charCodeAt(after) === code) after++;
  const next = after < end ? text.charCodeAt(after) : 32;
  return next !== 32 && next !== 9;
}

/** One or two ticks or tildes: a fence needs three. */
function hasShortRun(text: string, at: number, end: number, code: number): boolean {
  let after = at;
  while (after < end && text.charCodeAt(after) === code) after++;
  return after - at < 3;
}

/** `[text]` on this line without a colon after it: not a definition of a link or footnote. */
function closesAsText(text: string, at: number, end: number): boolean {
  for (let i = at + 1; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 93) return text.charCodeAt(i + 1) !== 58;
    if (code === 91) return true;
    if (code === 92) return false;
  }
  return false;
}

function isOrderedMarker(text: string, at: number, end: number): boolean {
  let after = at;
  while (after < end && isDigit(text.charCodeAt(after))) after++;
  const code = after < end ? text.charCodeAt(after) : 0;
  return after - at <= 9 && (code === 46 || code === 41);
}
