import { WORDLIKE } from '../statements/wordlike.ts';

/** Markup at a position: the text it shows (often none) and its end. */
interface SyntaxRead {
  readonly text: string;
  readonly end: number;
}

const LINE_PREFIX =
  /[ \t]+|>|#{1,6}[ \t]+|[-*+][ \t]+(?![\d$€£¥+−-])(?:\[[ xX]\][ \t]+)?|(?:[-*_=][ \t]*){3,}(?=[\r\n]|$)/y;
/** Bounded, so that a text full of unclosed comments stays linear. */
const COMMENT = /<!--[\s\S]{0,20000}?-->/y;
const TAG =
  /<\/?(?:a|abbr|b|big|br|cite|code|d[dlt]|div|em|font|h[1-6]|i|kbd|li|mark|ol|p|q|small|span|strong|t(?:[dhr]|able|body|head)|u|ul|wbr)(?:\s+[a-z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?)*\s*\/?>/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/iy;
const WIKILINK_OPEN = /\[\[(?:[^[\]|\n]*\|)?(?=(?:[^[\]\n]|\n(?!\s*\n))*\]\])/y;
const WIKILINK_TARGET = /\[\[[^[\]|\n]*\|/y;
const WIKILINK_CLOSE = /\]\]/y;
const LINK_OPEN =
  /!?\[(?=(?:[^[\]\n]|\[\^?[^[\]\n]*\]|\n(?!\s*\n))+\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\))/y;
const LINK_CLOSE = /\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/y;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\]/y;
const BLOCK_ID = /\^[A-Za-z\d-]+(?=[ \t]*(?:[\r\n]|$))/y;
const HIDDEN = /%%[^%]*%%/y;
const EMPHASIS = /[*_=]+/y;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '\u00ad',
  zwnj: '\u200c',
  zwj: '\u200d',
  ndash: '–',
  mdash: '—',
  minus: '−',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  copy: '©',
  reg: '®',
  trade: '™',
  plusmn: '±',
  micro: 'µ',
  middot: '·',
  bull: '•',
  le: '≤',
  ge: '≥',
  ne: '≠',
};

/** Returns the end of the layout at the start of a line: indent, quote sign, heading signs, bullet, rule; `i` if there is none. */
export function skipLinePrefix(text: string, i: number): number {
  return endOf(LINE_PREFIX, text, i);
}

/** Returns the markup at `i`, or `null` if the character is literal. */
export function readSyntax(text: string, i: number, unit: number): SyntaxRead | null {
  switch (unit) {
    case 0x2a: // *
    case 0x5f: // _
    case 0x3d: // =
      return readEmphasis(text, i, unit);
    case 0x60: // `
      return { text: '', end: i + 1 };
    case 0x5c: // backslash
      return readEscape(text, i);
    case 0x26: // &
      return readEntity(text, i);
    case 0x3c: // <
      return hidden(COMMENT, text, i) ?? hidden(TAG, text, i);
    case 0x21: // !
      return text.charCodeAt(i + 1) === 0x5b ? hidden(LINK_OPEN, text, i) : null;
    case 0x5b: // [
      return hidden(WIKILINK_OPEN, text, i) ?? hidden(FOOTNOTE, text, i) ?? hidden(LINK_OPEN, text, i);
    case 0x5d: // ]
      return hidden(WIKILINK_CLOSE, text, i) ?? hidden(LINK_CLOSE, text, i);
    case 0x25: // %
      return text.charCodeAt(i + 1) === 0x25 ? hidden(HIDDEN, text, i) : null;
    case 0x5e: // ^
      return /\s/.test(text.charAt(i - 1)) ? hidden(BLOCK_ID, text, i) : null;
    default:
      return null;
  }
}

/** An escaped dash or quotation mark is normalised like any other; an escaped sign of markup is literal. */
function readEscape(text: string, i: number): SyntaxRead | null {
  const next = text.charAt(i + 1);
  if (/^[-'"]$/.test(next)) return { text: '', end: i + 1 };
  return /^[!-/:-@[-`{-~]$/.test(next) ? { text: next, end: i + 2 } : null;
}

/** A run of emphasis signs is markup unless both sides are letters or digits, or neither side has text (`2 * 3`, `2*3`). */
function readEmphasis(text: string, i: number, unit: number): SyntaxRead | null {
  const end = endOf(EMPHASIS, text, i);
  if (unit === 0x3d && end - i !== 2) return null;
  const before = text.charAt(i - 1);
  const after = text.charAt(end);
  const spaceBefore = before === '' || /\s/.test(before);
  const spaceAfter = after === '' || /\s/.test(after);
  if (spaceBefore && spaceAfter) return null;
  if (WORDLIKE.test(before) && WORDLIKE.test(after)) return null;
  return { text: '', end };
}

function readEntity(text: string, i: number): SyntaxRead | null {
  ENTITY.lastIndex = i;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const [whole, decimal, hex, name] = match;
  const end = i + whole.length;
  if (name !== undefined) {
    const known = ENTITIES[name];
    return known === undefined ? null : { text: known, end };
  }
  const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? { text: String.fromCodePoint(code), end } : null;
}

function hidden(pattern: RegExp, text: string, i: number): SyntaxRead | null {
  const end = endOf(pattern, text, i);
  return end === i ? null : { text: '', end };
}

function endOf(pattern: RegExp, text: string, i: number): number {
  pattern.lastIndex = i;
  return pattern.test(text) ? pattern.lastIndex : i;
}

const CARRYING = [COMMENT, WIKILINK_TARGET, LINK_CLOSE, FOOTNOTE, HIDDEN];

/** Returns the text that readers do not see: link targets, footnote signs, comments. */
export function hiddenTexts(text: string): string[] {
  if (!/[[<%]/.test(text)) return [];
  const found: string[] = [];
  for (let i = 0; i < text.length; i++) {
    for (const pattern of CARRYING) {
      const end = endOf(pattern, text, i);
      if (end > i) found.push(text.slice(i, end));
    }
  }
  return found;
}
