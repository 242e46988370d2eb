import { plainWord } from './resembles-privacy.ts';

/** One bit for each letter of `privacy` and `secret`. */
const BITS = new Map([...'privacyset'].map((letter, i) => [letter, 1 << i]));
const PRIVACY = 0b0000_0111_1111;
const SECRET = bitsOf('secret');

/** For each set of letters in a word, 1 if the word may be `privacy` (with at most two errors) or `secret`. */
const MAY_NAME = Uint8Array.from({ length: 1 << BITS.size }, (_, letters) =>
  countBits(letters & PRIVACY) >= 5 || (letters & SECRET) === SECRET ? 1 : 0,
);

/** Ends a word, and never earlier than the marker reader would. */
const ENDS_WORD = 1 << 10;
/** White space, dashes and colons: a marker may have any number of them between its parts. */
const FILLS = 1 << 11;
const ABOVE_ASCII = 1 << 12;
/** A character that is not in the cache yet. */
const UNKNOWN = 1 << 13;
/** A character that is not looked up: the reader decides. */
const NAMED = 1 << 14;
const LETTERS = ENDS_WORD - 1;

/** The maximum filling of a marker that is examined here; longer ones are left to the reader. */
const MOST_FILLING = 32;
/**
 * The bytes from the start of a marker within which its words end: an escaped bracket, `!`, a slash and two words of 48 bytes, with {@link MOST_FILLING}
 * between each; or 80 bytes in free form.
 */
const REACH = 320;

const signOfByte = Uint16Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return ABOVE_ASCII;
  const character = String.fromCharCode(byte);
  if (/[\0\s:=]/.test(character)) return ENDS_WORD | FILLS;
  if (character === '-') return FILLS;
  return /[<>/\\]/.test(character) ? ENDS_WORD : bitsOf(character);
});

/** Indexed by UTF-16 unit; created at the first non-ASCII character. */
let signOfUnit: Uint16Array | undefined;

/** How far the words of a note were examined. */
interface WordSearch {
  /** Everything before this was read, except parts that no question reached. */
  seen: number;
  /** The last place before `seen` with a marker word. */
  named: number;
  letters: number;
  filling: number;
}

export function startWordSearch(): WordSearch {
  return { seen: 0, named: -1, letters: 0, filling: 0 };
}

/**
 * Whether the words of a marker may follow within its reach; ask in ascending order. False is certain: it rules out most comments, tags and templates of a note
 * without reading them. Examines each byte once, however often it is called.
 */
export function mayNameMarker(search: WordSearch, bytes: Uint8Array, start: number): boolean {
  if (search.named >= start) return true;
  const isNew = search.seen < start;
  let at = isNew ? start : search.seen;
  let letters = isNew ? 0 : search.letters;
  let filling = isNew ? 0 : search.filling;
  let isNamed = false;
  const end = Math.min(bytes.length, start + REACH);
  while (at < end && !isNamed) {
    let sign = signOfByte[bytes[at] as number] as number;
    let width = 1;
    if (sign === ABOVE_ASCII) {
      const unit = decodeUnit(bytes, at);
      sign = unit === -1 ? NAMED : signOf(unit);
      width = unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    at += width;
    filling = (sign & FILLS) === 0 ? 0 : filling + width;
    letters = (sign & ENDS_WORD) === 0 ? letters | (sign & LETTERS) : 0;
    isNamed = MAY_NAME[letters] === 1 || filling > MOST_FILLING || sign === NAMED;
  }
  search.seen = at;
  search.letters = letters;
  search.filling = filling;
  if (isNamed) search.named = at - 1;
  return isNamed;
}

/** A character of two or three bytes; -1 for a longer one or invalid UTF-8: the reader decides. */
function decodeUnit(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (lead < 0xc2 || lead >= 0xf0 || (second & 0xc0) !== 0x80) return -1;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | (second & 0x3f);
  const unit = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
  return (third & 0xc0) !== 0x80 || unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? -1 : unit;
}

const FILLING = /[\s\u0085\u200b-\u200d\u2060\ufeff\u2010-\u2015\u2212\uff1a\uff1d\ufe55]/u;

function signOf(unit: number): number {
  signOfUnit ??= new Uint16Array(1 << 16).fill(UNKNOWN);
  let sign = signOfUnit[unit] as number;
  if (sign === UNKNOWN) {
    const character = String.fromCharCode(unit);
    sign = bitsOf(plainWord(character)) | (FILLING.test(character) ? FILLS : 0);
    signOfUnit[unit] = sign;
  }
  return sign;
}

function bitsOf(word: string): number {
  let bits = 0;
  for (const letter of word.toLowerCase()) bits |= BITS.get(letter) ?? 0;
  return bits;
}

function countBits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
