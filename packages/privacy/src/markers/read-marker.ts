import { type Band, parseBand } from '@memora/core';
import { plainWord, resemblesPrivacy } from './resembles-privacy.ts';

/** One privacy marker in the bytes. */
export interface Marker {
  readonly start: number;
  /** The end of the marker's own bytes; for a malformed one, the end of its readable part. */
  readonly end: number;
  readonly kind: 'open' | 'close' | 'doubtful-close';
  /** The band of an opening, `secret` if it is unreadable; the band that a close names, otherwise null. */
  readonly band: Band | null;
  /** Why the marker is not written as `<!--privacy:LEVEL-->` or `<!--/privacy-->`; null if it is. */
  readonly fault: 'malformed' | 'unknown-level' | null;
}

const LESS_THAN = 0x3c;
const MAX_WORD_BYTES = 48;
const MAX_LEVEL_BYTES = 64;
/** How far a marker's own closing `-->` is searched for. */
const MAX_TAIL_BYTES = 400;
const CLOSING_WORDS = new Set(['end', 'close', 'endprivacy', 'closeprivacy']);
/** A byte order mark is kept as a character. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Reads the marker whose `<!` (or `&lt;!`) is at `start`, or null if the bytes are not a privacy marker. Reads generously: any case, any white space, other
 * dashes, missing brackets, and words that look like `privacy`.
 */
export function readMarker(bytes: Uint8Array, start: number): Marker | null {
  const opening = readOpening(bytes, start);
  if (opening === null) return null;
  let at = opening.end;
  const dashes = skipDashes(bytes, at);
  const strictDashes = dashes === at + 2 && bytes[at] === 0x2d && bytes[start] === LESS_THAN;
  at = skipSpace(bytes, dashes);
  const slash = bytes[at] === 0x2f || bytes[at] === 0x5c;
  const strictSlash = bytes[at] === 0x2f;
  if (slash) at = skipSpace(bytes, at + 1);
  const word = readKey(bytes, at);
  const head = classifyWord(word.text);
  if (head === null || opening.loose) return readNamed(bytes, start, opening);

  const rest = readRest(bytes, word.end);
  if (head.closes || slash) {
    const wanted = rest.text === '' ? null : parseBand(rest.text);
    const clean =
      slash &&
      strictSlash &&
      strictDashes &&
      head.exact &&
      rest.terminated &&
      (wanted === null || wanted.known);
    if (!clean && !head.exact && !looksIntended(rest)) return null;
    return {
      start,
      end: rest.end,
      kind: clean ? 'close' : 'doubtful-close',
      band: clean && wanted !== null ? wanted.band : null,
      fault: clean ? null : 'malformed',
    };
  }
  if (head.names) return { start, end: rest.end, kind: 'open', band: 'secret', fault: 'malformed' };
  if (!head.exact && !head.isBand && !looksIntended(rest)) return null;
  if (head.isBand && rest.text !== '') return readNamed(bytes, start, opening);
  // `<!--privacy/-->` and `<!--privacy:/secret-->` may have been meant as a close; a doubtful close never loosens.
  if (/^[/\\]/u.test(rest.text) || /[/\\]$/u.test(rest.text)) {
    return { start, end: rest.end, kind: 'doubtful-close', band: null, fault: 'malformed' };
  }
  const { band, known } = parseBand(rest.text);
  if (!known) return { start, end: rest.end, kind: 'open', band: 'secret', fault: 'unknown-level' };
  if (!strictDashes || !head.exact || !rest.terminated) {
    return { start, end: rest.end, kind: 'open', band: 'secret', fault: 'malformed' };
  }
  return { start, end: rest.end, kind: 'open', band, fault: null };
}

/** A comment that names privacy and a band in free form opens a secret region. */
function readNamed(bytes: Uint8Array, start: number, opening: Opening): Marker | null {
  const end = readBandName(bytes, opening);
  return end === null ? null : { start, end, kind: 'open', band: 'secret', fault: 'malformed' };
}

/** The beginning of a marker. */
interface Opening {
  readonly end: number;
  /** True if the text is not a Markdown comment but two dashes without `!`, a tag, or an Obsidian comment. */
  readonly loose: boolean;
}

/** `<!`, also escaped, with a full-width bracket or mark, and what people write instead. */
function readOpening(bytes: Uint8Array, start: number): Opening | null {
  const first = bytes[start];
  if (first === PERCENT) return bytes[start + 1] === PERCENT ? { end: start + 2, loose: true } : null;
  if (first === 0x5b || first === 0x7b) return { end: start + 1, loose: true };
  const bracket = first === LESS_THAN ? 1 : escapedLessWidth(bytes, start);
  if (bracket === 0) return null;
  const at = skipEscape(bytes, skipSpace(bytes, start + bracket));
  if (bytes[at] === 0x21) return { end: skipEscape(bytes, at + 1), loose: false };
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbc && bytes[at + 2] === 0x81)
    return { end: at + 3, loose: false };
  return { end: start + bracket, loose: true };
}

/** Skips a backslash before a character that Markdown would interpret. */
function skipEscape(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0x5c && (bytes[at + 1] === 0x21 || bytes[at + 1] === 0x2d) ? at + 1 : at;
}

/** A comment with more words than this is about something else. */
const MOST_NAMED = 4;
const MAX_NAMED_BYTES = 80;
const NAMED_END = /--+>?|[\u2010-\u2015]+>|%%|[%#]\}|\?>|>|&(?:gt|#62|#x3e);|\}\}|[\r\n]/iu;
/** Characters before the words: punctuation, and the `>` of a quotation at the beginning of a line. */
const NAMED_LEAD = /^(?:[-\u2010-\u2015\u2212\s!?/\\\][{(#:%*+]|(?<=[\r\n][ \t>]*)>)*/u;
/** The joints of a compound word: `privacy_level`, `privacyLevel`. */
const JOINED = /[-_]|\p{Ll}\p{Lu}/u;
const JOINTS = /[-_]|(?<=\p{Ll})(?=\p{Lu})/gu;
/** A separate line inside of `%%`, and its end. */
const SETTING = /^\s*?["'\p{L}]+[ \t]*[:=][ \t]*["'\p{L}]+[ \t]*(?:\r\n|\n|\r)[ \t]*%%/u;

/**
 * The end of a comment of a few words that names privacy and a band, in any order and with anything between them; null for every other. Text without the form
 * of a marker can only open a secret region.
 */
function readBandName(bytes: Uint8Array, { end: from, loose }: Opening): number | null {
  if (!mayNameBand(bytes, from)) return null;
  const text = decoder.decode(bytes.subarray(from, from + MAX_NAMED_BYTES));
  const lead = NAMED_LEAD.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const end = NAMED_END.exec(rest);
  const said = end === null ? rest : rest.slice(0, end.index);
  if (loose && /[\r\n]/u.test(lead) && !(bytes[from - 1] === PERCENT && SETTING.test(text))) return null;
  if (!/\p{L}/u.test(said)) return null;
  const isNamed =
    namesBand(plainWord(said)) || (JOINED.test(said) && namesBand(plainWord(said.replace(JOINTS, ' '))));
  if (!isNamed) return null;
  return from + widthOf(bytes, from, text.slice(0, lead.length + said.length + (end?.[0].length ?? 0)));
}

/** The number of bytes that were decoded to this text: invalid UTF-8 appears in it as characters of another width. */
function widthOf(bytes: Uint8Array, from: number, text: string): number {
  let width = Math.min(MAX_NAMED_BYTES, bytes.length - from);
  while (width > 0 && decoder.decode(bytes.subarray(from, from + width)) !== text) width--;
  return width;
}

const STRICT_BANDS = ['secret', 'private'].map((name) => encoder.encode(name));

/**
 * False if the bytes cannot name a band: ASCII without a band's letters in order, adjacent except for dashes. This rules out most comments of a note without
 * decoding them.
 */
function mayNameBand(bytes: Uint8Array, from: number): boolean {
  const end = Math.min(bytes.length, from + MAX_NAMED_BYTES);
  return STRICT_BANDS.some((name) => {
    let matched = 0;
    for (let i = from; i < end; i++) {
      const byte = bytes[i] as number;
      if (byte >= 0x80) return true;
      if (byte === 0x2d || byte === 0x5f) continue;
      const letter = byte | 0x20;
      // Neither name repeats its own beginning, so after a failed match only its first letter can start a new
      // one.
      matched = letter === name[matched] ? matched + 1 : letter === name[0] ? 1 : 0;
      if (matched === name.length) return true;
    }
    return false;
  });
}

function namesBand(said: string): boolean {
  const words = said.match(/\p{L}+/gu) ?? [];
  if (words.length < 2 || words.length > MOST_NAMED) return false;
  return words.some(
    (word, i) => isPrivacyWord(word) && words.some((other, j) => i !== j && isStrictBand(other)),
  );
}

/** Not `private`, which resembles the keyword too but is a band. */
function isPrivacyWord(word: string): boolean {
  return word !== 'private' && resemblesPrivacy(word);
}

function isStrictBand(word: string): boolean {
  return word === 'secret' || word === 'private';
}

const PERCENT = 0x25;
const ESCAPED_LESS = /^(?:&(?:amp;)+)?(?:&?(?:lt|LT|#0*60|#[xX]0*3[cC]);|&(?:lt|LT)(?=!)|＜|﹤)/u;

/** The width of a `<` that an editor, a converter or an input method has written differently; 0 if there is none. */
function escapedLessWidth(bytes: Uint8Array, start: number): number {
  const text = decoder.decode(bytes.subarray(start, start + 32));
  const found =
    text.charCodeAt(0) === 0x26 || text.charCodeAt(0) > 0x7f ? ESCAPED_LESS.exec(text)?.[0] : undefined;
  return found === undefined ? 0 : encoder.encode(found).length;
}

/** The keyword; after the name of a program (`memora:privacy`), the next word. */
function readKey(bytes: Uint8Array, at: number): { text: string; end: number } {
  const word = readWord(bytes, at, MAX_WORD_BYTES);
  if (classifyWord(word.text) !== null) return word;
  const next = skipSeparators(bytes, word.end);
  if (word.text === '' || next === word.end) return word;
  const second = readWord(bytes, next, MAX_WORD_BYTES);
  // Never counts as exact: it opens a secret region, and closes none.
  return isPrivacyWord(plainWord(second.text)) ? { text: `${second.text}\u00ad`, end: second.end } : word;
}

function skipSeparators(bytes: Uint8Array, from: number): number {
  let at = skipSpace(bytes, from);
  const first = at;
  for (let width = separatorWidth(bytes, at); width > 0; width = separatorWidth(bytes, at))
    at = skipSpace(bytes, at + width);
  return at === first ? from : at;
}

/** The text after the keyword: `: level -->`. */
interface Rest {
  readonly text: string;
  readonly separated: boolean;
  readonly terminated: boolean;
  readonly end: number;
}

function readRest(bytes: Uint8Array, from: number): Rest {
  let at = skipSpace(bytes, from);
  let separated = false;
  for (;;) {
    const width = separatorWidth(bytes, at);
    if (width === 0) break;
    separated = true;
    at = skipSpace(bytes, at + width);
  }
  const limit = Math.min(bytes.length, at + MAX_TAIL_BYTES);
  for (let i = at; i < limit; i++) {
    if (bytes[i] === 0x3e || isEscapedGreater(bytes, i)) {
      const strict = bytes[i] === 0x3e && bytes[i - 1] === 0x2d && bytes[i - 2] === 0x2d && i - 2 >= from;
      const text = trimTail(decoder.decode(bytes.subarray(at, Math.max(at, i))));
      return { text, separated, terminated: strict, end: i + (bytes[i] === 0x3e ? 1 : 4) };
    }
    if (bytes[i] === LESS_THAN) break;
  }
  const word = readWord(bytes, at, MAX_LEVEL_BYTES);
  return { text: word.text, separated, terminated: false, end: Math.max(from, word.end) };
}

/** A word that only resembles `privacy` counts if it is followed by a level, a colon or the end. */
function looksIntended(rest: Rest): boolean {
  return rest.separated || rest.text === '' || parseBand(rest.text).known;
}

function trimTail(text: string): string {
  return text
    .replace(/[\s\u200b-\u200d\u2060\ufeff]*[-\u2010-\u2015\u2212!]*$/u, '')
    .replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/gu, '');
}

interface Head {
  readonly exact: boolean;
  readonly closes: boolean;
  readonly isBand: boolean;
  /** True if the word names the band too: `privacy_secret`. */
  readonly names: boolean;
}

function classifyWord(raw: string): Head | null {
  const head = (found: Partial<Head>): Head => ({
    exact: false,
    closes: false,
    isBand: false,
    names: false,
    ...found,
  });
  if (raw.toLowerCase() === 'privacy') return head({ exact: true });
  const joined = /^(.+?)[_.~|·→](.+)$/u.exec(raw);
  if (joined !== null && resemblesPrivacy(joined[1] ?? '') && parseBand(joined[2] ?? '').known)
    return head({ names: true });
  const word = plainWord(raw);
  if (CLOSING_WORDS.has(word)) return word.endsWith('privacy') ? head({ closes: true }) : null;
  if (word === 'secret') return head({ isBand: true });
  return resemblesPrivacy(word) ? head({}) : null;
}

function readWord(bytes: Uint8Array, start: number, max: number): { text: string; end: number } {
  let end = start;
  const limit = Math.min(bytes.length, start + max);
  while (end < limit && !isWordEnd(bytes, end)) end++;
  return { text: decoder.decode(bytes.subarray(start, end)), end };
}

function isWordEnd(bytes: Uint8Array, i: number): boolean {
  const byte = bytes[i] ?? 0;
  return (
    (spaceWidth(bytes, i) > 0 && !isZeroWidth(bytes, i)) ||
    separatorWidth(bytes, i) > 0 ||
    dashWidth(bytes, i) > 0 ||
    byte === 0x3c ||
    byte === 0x3e ||
    byte === 0x2f ||
    byte === 0x5c ||
    isEscapedGreater(bytes, i)
  );
}

/** Invisible characters inside a word, which do not split it. */
function isZeroWidth(bytes: Uint8Array, i: number): boolean {
  const [first, second, third = 0] = [bytes[i], bytes[i + 1], bytes[i + 2]];
  if (first === 0xe2 && second === 0x80) return third >= 0x8b && third <= 0x8d;
  if (first === 0xe2 && second === 0x81) return third === 0xa0;
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function isEscapedGreater(bytes: Uint8Array, i: number): boolean {
  return bytes[i] === 0x26 && bytes[i + 1] === 0x67 && bytes[i + 2] === 0x74 && bytes[i + 3] === 0x3b;
}

/** `:`, `=`, and the full-width and small colons of input methods. */
function separatorWidth(bytes: Uint8Array, i: number): number {
  const byte = bytes[i];
  if (byte === 0x3a || byte === 0x3d) return 1;
  if (byte === 0xef && bytes[i + 1] === 0xbc && (bytes[i + 2] === 0x9a || bytes[i + 2] === 0x9d)) return 3;
  if (byte === 0xef && bytes[i + 1] === 0xb9 && bytes[i + 2] === 0x95) return 3;
  return 0;
}

/** A hyphen, or one of the dashes (U+2010 to U+2015, U+2212) that editors replace `--` with. */
function dashWidth(bytes: Uint8Array, i: number): number {
  const byte = bytes[i];
  if (byte === 0x2d) return 1;
  if (byte !== 0xe2) return 0;
  const second = bytes[i + 1];
  const third = bytes[i + 2] ?? 0;
  if (second === 0x80 && third >= 0x90 && third <= 0x95) return 3;
  return second === 0x88 && third === 0x92 ? 3 : 0;
}

/** White space, BOM, no-break and zero-width spaces. */
function spaceWidth(bytes: Uint8Array, i: number): number {
  const byte = bytes[i];
  if (byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d) || byte === 0) return 1;
  if (byte === 0xc2 && (bytes[i + 1] === 0xa0 || bytes[i + 1] === 0x85)) return 2;
  if (byte === 0xe2 && bytes[i + 1] === 0x80) {
    const third = bytes[i + 2] ?? 0;
    return (third >= 0x80 && third <= 0x8d) || third === 0xa8 || third === 0xa9 || third === 0xaf ? 3 : 0;
  }
  if (byte === 0xe2 && bytes[i + 1] === 0x81 && (bytes[i + 2] === 0x9f || bytes[i + 2] === 0xa0)) return 3;
  if (byte === 0xe3 && bytes[i + 1] === 0x80 && bytes[i + 2] === 0x80) return 3;
  return byte === 0xef && bytes[i + 1] === 0xbb && bytes[i + 2] === 0xbf ? 3 : 0;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let i = start;
  for (let width = spaceWidth(bytes, i); width > 0 && i < bytes.length; width = spaceWidth(bytes, i))
    i += width;
  return i;
}

function skipDashes(bytes: Uint8Array, start: number): number {
  let i = start;
  for (;;) {
    const width = dashWidth(bytes, i) || spaceWidth(bytes, i);
    if (width === 0) break;
    i += width;
  }
  // Spaces among dashes are tolerated; spaces after the last dash belong to the following text.
  return i > start ? lastDashEnd(bytes, start, i) : start;
}

function lastDashEnd(bytes: Uint8Array, start: number, end: number): number {
  let last = start;
  for (let i = start; i < end; ) {
    const dash = dashWidth(bytes, i);
    if (dash > 0) last = i + dash;
    i += dash || spaceWidth(bytes, i) || 1;
  }
  return last;
}
