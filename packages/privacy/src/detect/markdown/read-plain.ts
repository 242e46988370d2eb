import type { TextRange } from '../merge-spans.ts';

/** Markdown as its reader sees it. */
interface PlainText {
  readonly text: string;
  /** Maps a range of the text to the Markdown that it was written as. */
  readonly written: (range: TextRange) => TextRange;
}

/** A piece of the text and its place in the Markdown, where it is written the same or differently. */
interface Piece {
  readonly text: number;
  readonly at: number;
  readonly end: number;
  readonly isVerbatim: boolean;
}

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
];
const LONGEST_TAG = 1_000;

/**
 * The text that a reader sees in Markdown: escapes, entities and percent encoding resolved, emphasis, tags and marks of lines removed. A key that is written as `ghp\_…`,
 * `ghp%5F…` or `ghp_<b>16…` is a key. With `isBare`, comments are removed too, and characters that may be markup or text: an underscore at the edge of a word,
 * `~~` and `==`.
 */
export function readPlain(markdown: string, { isBare = false } = {}): PlainText {
  const pieces: Piece[] = [];
  let text = '';
  let from = 0;
  for (let at = 0; at < markdown.length; ) {
    const found = isSpecial(markdown.charCodeAt(at)) ? readSpecial(markdown, at, isBare) : null;
    if (found === null) {
      at++;
      continue;
    }
    if (at > from) pieces.push({ text: text.length, at: from, end: at, isVerbatim: true });
    text += markdown.slice(from, at);
    if (found.read !== '') pieces.push({ text: text.length, at, end: found.end, isVerbatim: false });
    text += found.read;
    at = found.end;
    from = at;
  }
  pieces.push({ text: text.length, at: from, end: markdown.length, isVerbatim: true });
  text += markdown.slice(from);
  return { text, written: ({ start, end }) => ({ start: placeOf(start).start, end: placeOf(end - 1).end }) };

  function placeOf(offset: number): TextRange {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle]?.text ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    if (piece === undefined) return { start: 0, end: markdown.length };
    const start = piece.at + (piece.isVerbatim ? offset - piece.text : 0);
    return { start, end: piece.isVerbatim ? start + 1 : piece.end };
  }
}

const SPECIAL: ReadonlySet<number> = new Set(Array.from('\\%&<]*_~=`\r\n', (sign) => sign.charCodeAt(0)));

function isSpecial(code: number): boolean {
  return SPECIAL.has(code) || code > 0x7f;
}

/** Invisible Unicode characters: joiners, soft hyphens, bidirectional controls, selectors. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
/** The offset of full-width letters, digits and punctuation from ASCII. */
const WIDE = 0xfee0;

/**
 * The character that an escaped or encoded one represents, and its end; null for a character that represents
 * itself.
 */
function readSpecial(
  markdown: string,
  at: number,
  isBare: boolean,
): { readonly read: string; readonly end: number } | null {
  const next = markdown[at + 1] ?? '';
  switch (markdown[at]) {
    case '\\':
      return isPunctuation(next) ? { read: next, end: at + 2 } : null;
    case '%': {
      // An Obsidian comment.
      const closed = isBare && next === '%' ? markdown.slice(at + 2, at + LONGEST_TAG).indexOf('%%') : -1;
      if (closed !== -1) return { read: '', end: at + 2 + closed + 2 };
      // A percent sign may itself be encoded, repeatedly.
      let digits = at + 1;
      while (markdown.startsWith('25', digits) && codeAt(markdown, digits + 2) !== null) digits += 2;
      const code = codeAt(markdown, digits);
      return code === null ? null : { read: String.fromCharCode(code), end: digits + 2 };
    }
    case '&': {
      const entity = ENTITIES.find(([written]) => markdown.startsWith(written, at));
      return entity === undefined
        ? readNumbered(markdown, at)
        : { read: entity[1], end: at + entity[0].length };
    }
    case '~':
    case '=':
      return isBare && next === markdown[at] ? { read: '', end: at + 2 } : null;
    case '<': {
      if (isBare && markdown.startsWith('<!--', at)) {
        const length = markdown.slice(at, at + LONGEST_TAG).indexOf('-->');
        return length === -1 ? null : { read: '', end: at + length + 3 };
      }
      const end = isTag(markdown, at + 1) ? markdown.slice(at, at + LONGEST_TAG).indexOf('>') : -1;
      return end === -1 ? null : { read: '', end: at + end + 1 };
    }
    case '_': {
      if (!isBare) return null;
      let end = at + 1;
      while (markdown[end] === '_') end++;
      const isInWord = isWord(markdown[at - 1]) && isWord(markdown[end]);
      return { read: isInWord ? markdown.slice(at, end) : '', end };
    }
    case '`': {
      // Adjacent code spans: one word in two pieces.
      const isInWord = next === '`' && isWord(markdown[at - 1]) && isWord(markdown[at + 2]);
      return isInWord ? { read: '', end: at + 2 } : null;
    }
    case '\r':
    case '\n': {
      const line = markdown[at] === '\r' ? at + 2 : at + 1;
      if (markdown[line - 1] !== '\n') return null;
      const from = afterLineMarks(markdown, line);
      // A list item below a label is its value.
      const bullet = afterBlanks(markdown, from);
      const isItem = ['-', '*', '+'].includes(markdown[bullet] ?? '') && markdown[bullet + 1] === ' ';
      const end = isItem && markdown[at - 1] === ':' ? bullet + 2 : from;
      return end === at + 1 ? null : { read: '\n', end };
    }
    case ']':
      return next === '(' ? { read: '  ', end: at + 2 } : null;
    case '*':
      return { read: '', end: at + 1 };
    default: {
      const code = markdown.codePointAt(at) ?? 0;
      if (code > WIDE + 0x20 && code <= WIDE + 0x7e)
        return { read: String.fromCharCode(code - WIDE), end: at + 1 };
      const sign = String.fromCodePoint(code);
      return UNSEEN.test(sign) ? { read: '', end: at + sign.length } : null;
    }
  }
}

/** The end of line marks: the signs of a quotation, or the whole of a line that underlines a heading. */
function afterLineMarks(markdown: string, from: number): number {
  let at = from;
  for (let mark = afterBlanks(markdown, at); markdown[mark] === '>'; mark = afterBlanks(markdown, at))
    at = markdown[mark + 1] === ' ' ? mark + 2 : mark + 1;
  const sign = markdown[at];
  if (sign !== '=' && sign !== '-') return at;
  let end = at;
  while (markdown[end] === sign) end++;
  if (end < at + 2) return at;
  end = afterBlanks(markdown, end);
  return ['\r', '\n', undefined].includes(markdown[end]) ? end : at;
}

function afterBlanks(markdown: string, from: number): number {
  let at = from;
  while (markdown[at] === ' ' || markdown[at] === '\t') at++;
  return at;
}

/** `&#95;` and `&#x5f;`. */
function readNumbered(markdown: string, at: number): { readonly read: string; readonly end: number } | null {
  const end = markdown[at + 1] === '#' ? markdown.slice(at, at + LONGEST_ENTITY).indexOf(';') : -1;
  const digits = markdown.slice(at + 2, at + end);
  const code = Number(digits.startsWith('x') || digits.startsWith('X') ? `0${digits}` : digits);
  if (end < 3 || !Number.isInteger(code) || code < 0x20 || code > 0x10ffff) return null;
  const sign = String.fromCodePoint(code);
  return { read: UNSEEN.test(sign) ? '' : sign, end: at + end + 1 };
}

const LONGEST_ENTITY = 12;

/** True for the name of a tag, but not for an address: `<https://…>`. */
function isTag(markdown: string, from: number): boolean {
  if (markdown[from] === '/') return true;
  let end = from;
  while (isWord(markdown[end]) || markdown[end] === '-') end++;
  return end > from && [' ', '>', '/', '\n'].includes(markdown[end] ?? '');
}

function isWord(sign = ''): boolean {
  return (sign >= '0' && sign <= '9') || (sign.toLowerCase() >= 'a' && sign.toLowerCase() <= 'z');
}

/** The character of two hexadecimal digits; null if they are invalid or it is invisible. */
function codeAt(markdown: string, at: number): number | null {
  const code = Number(`0x${markdown.slice(at, at + 2)}`);
  return code >= 0x21 && code <= 0x7e ? code : null;
}

function isPunctuation(sign: string): boolean {
  const isLetter = sign.toLowerCase() !== sign.toUpperCase();
  return sign > ' ' && sign <= '~' && !isLetter && !(sign >= '0' && sign <= '9');
}
