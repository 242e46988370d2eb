/** The character that {@link decodeEscape} has read; -1 if it has no code. One object, reused. */
export const escapeResult = { character: -1 };

/** Names of letters that are not accented letters: HTML 4 and, for Cyrillic and the Latin of Europe, HTML 5. */
const NAMED: ReadonlyMap<string, number> = new Map(
  (
    'aelig:æ eth:ð oslash:ø thorn:þ szlig:ß oelig:œ lstrok:ł dstrok:đ hstrok:ħ tstrok:ŧ inodot:ı imath:ı eng:ŋ ijlig:ĳ kgreen:ĸ ' +
    'alpha:α beta:β gamma:γ delta:δ epsilon:ε epsi:ε zeta:ζ eta:η theta:θ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ omicron:ο pi:π rho:ρ ' +
    'sigmaf:ς sigma:σ tau:τ upsilon:υ upsi:υ phi:φ chi:χ psi:ψ omega:ω ' +
    'acy:а bcy:б vcy:в gcy:г dcy:д iecy:е iocy:ё zhcy:ж zcy:з icy:и jcy:й kcy:к lcy:л mcy:м ncy:н ocy:о pcy:п rcy:р scy:с tcy:т ' +
    'ucy:у fcy:ф khcy:х tscy:ц chcy:ч shcy:ш shchcy:щ hardcy:ъ ycy:ы softcy:ь ecy:э yucy:ю yacy:я ' +
    'iukcy:і yicy:ї jukcy:є ubrcy:ў djcy:ђ gjcy:ѓ dscy:ѕ jsercy:ј ljcy:љ njcy:њ tshcy:ћ kjcy:ќ dzcy:џ'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, -2), pair.codePointAt(pair.length - 1) ?? 0]),
);
/** `&eacute;`, `&zcaron;`: accents leave no trace, so the letter is enough. `&sdot;` is a multiplication sign. */
const ACCENTED = /^(?!sdot)([a-z])(?:acute|grave|circ|uml|tilde|ring|caron|cedil|ogon|dot|dblac|macr|breve)$/;
const MAX_NAME = 31;

/**
 * Reads one escape or one non-ASCII character at `start`, and returns its end. Nested escapes (`\\u00e9`, `%25C3`, `&amp;eacute;`) read as the final character.
 * Literal text that looks like an escape reads the same way on both sides, so a text and its escaped form agree.
 */
export function decodeEscape(bytes: Uint8Array, start: number): number {
  escapeResult.character = -1;
  const byte = bytes[start] as number;
  if (byte >= 0x80) return decodeUtf8(bytes, start);
  if (byte === 0x5c) return decodeBackslash(bytes, start);
  return byte === 0x25 ? decodePercent(bytes, start) : decodeEntity(bytes, start);
}

function decodeUtf8(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (length === 1 || start + length > bytes.length) return start + 1;
  let character = lead & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    const next = bytes[start + i] as number;
    if ((next & 0xc0) !== 0x80) return start + 1;
    character = (character << 6) | (next & 0x3f);
  }
  escapeResult.character = character > 0x10ffff ? -1 : character;
  return start + length;
}

/**
 * `\n` and similar escapes give nothing; `\u00e9`, `\u{e9}` and `\xe9` give a character, and so does its UTF-8, `\xc3\xa9`. Repeated backslashes count as one.
 */
function decodeBackslash(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (bytes[i] === 0x5c) i++;
  const letter = bytes[i];
  if (letter === 0x75) {
    const unit = bytes[i + 1] === 0x7b ? -1 : hexAt(bytes, i + 1, 4);
    if (bytes[i + 1] === 0x7b) return decodeBraced(bytes, i);
    if (unit < 0) return i;
    return decodeSurrogates(bytes, i + 5, unit);
  }
  if (letter === 0x78) {
    const byte = hexAt(bytes, i + 1, 2);
    return byte < 0 ? i : decodeByteEscapes(bytes, i, byte);
  }
  const isControl =
    letter === 0x6e ||
    letter === 0x72 ||
    letter === 0x74 ||
    letter === 0x62 ||
    letter === 0x66 ||
    letter === 0x76;
  return isControl ? i + 1 : i;
}

/** One escaped byte is a character. If it starts a UTF-8 sequence whose other bytes are escaped after it, they are one character. */
function decodeByteEscapes(bytes: Uint8Array, at: number, lead: number): number {
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
  let end = at + 3;
  utf8[0] = lead;
  for (let count = 1; count < needed; count++) {
    let i = end;
    while (bytes[i] === 0x5c) i++;
    const next = i === end || bytes[i] !== 0x78 ? -1 : hexAt(bytes, i + 1, 2);
    if (next < 0x80 || next > 0xbf) {
      escapeResult.character = lead;
      return at + 3;
    }
    utf8[count] = next;
    end = i + 3;
  }
  escapeResult.character = lead;
  if (needed > 1) decodeUtf8(utf8.subarray(0, needed), 0);
  return end;
}

function decodeBraced(bytes: Uint8Array, letterAt: number): number {
  for (let digits = 1; digits <= 6; digits++) {
    if (bytes[letterAt + 2 + digits] !== 0x7d) continue;
    const value = hexAt(bytes, letterAt + 2, digits);
    if (value >= 0 && value <= 0x10ffff) {
      escapeResult.character = value;
      return letterAt + 3 + digits;
    }
  }
  return letterAt;
}

function decodeSurrogates(bytes: Uint8Array, after: number, unit: number): number {
  escapeResult.character = unit;
  if (unit < 0xd800 || unit > 0xdbff) return after;
  let i = after;
  while (bytes[i] === 0x5c) i++;
  if (i === after || bytes[i] !== 0x75) return after;
  const low = hexAt(bytes, i + 1, 4);
  if (low < 0xdc00 || low > 0xdfff) return after;
  escapeResult.character = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
  return i + 5;
}

const utf8 = new Uint8Array(4);

/** `%C3%A9` gives a character, and so does `%25C3%25A9`. */
function decodePercent(bytes: Uint8Array, start: number): number {
  const unit = bytes[start + 1] === 0x75 ? hexAt(bytes, start + 2, 4) : -1;
  if (unit >= 0) return decodePercentUnit(bytes, start + 6, unit);
  let i = start;
  let afterFirst = start + 1;
  let count = 0;
  let needed = 1;
  while (count < needed && bytes[i] === 0x25) {
    let digits = i + 1;
    while (bytes[digits] === 0x32 && bytes[digits + 1] === 0x35 && hexAt(bytes, digits + 2, 2) >= 0)
      digits += 2;
    const value = hexAt(bytes, digits, 2);
    if (value < 0 || (count > 0 && (value & 0xc0) !== 0x80)) break;
    if (count === 0) needed = value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : value >= 0xc0 ? 2 : 1;
    utf8[count++] = value;
    i = digits + 2;
    if (count === 1) afterFirst = i;
  }
  if (count === 0) return start + 1;
  const lead = utf8[0] as number;
  if (count === needed && lead >= 0x80) decodeUtf8(utf8.subarray(0, count), 0);
  if (escapeResult.character >= 0) return i;
  // A byte outside any UTF-8 sequence: `escape` writes `%F3` for the character with that number.
  escapeResult.character = lead;
  return afterFirst;
}

/** `%u0416`, as written by JavaScript's `escape` and old forms. */
function decodePercentUnit(bytes: Uint8Array, after: number, unit: number): number {
  const isPair = bytes[after] === 0x25 && bytes[after + 1] === 0x75;
  const low = unit >= 0xd800 && unit <= 0xdbff && isPair ? hexAt(bytes, after + 2, 4) : -1;
  const isLow = low >= 0xdc00 && low <= 0xdfff;
  escapeResult.character = isLow ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : unit;
  return isLow ? after + 6 : after;
}

/** `&eacute;`, `&#233;`, `&#xe9;`, `&#233` and `&amp;eacute;`; names of punctuation give nothing. */
function decodeEntity(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (isAmp(bytes, i)) i += 4;
  let end = i;
  while (end < bytes.length && end - i <= MAX_NAME && isNameByte(bytes[end] as number)) end++;
  const name = String.fromCharCode(...bytes.subarray(i, end));
  const number = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))/i.exec(name);
  if (number !== null) {
    const value = number[1] !== undefined ? Number.parseInt(number[1], 16) : Number(number[2]);
    escapeResult.character = value <= 0x10ffff ? value : -1;
    // A number ends with its digits; the semicolon may be missing.
    const last = i + number[0].length;
    return bytes[last] === 0x3b ? last + 1 : last;
  }
  if (bytes[end] !== 0x3b || end === i) return Math.max(i, start + 1);
  const lower = name.toLowerCase();
  const character = NAMED.get(lower) ?? ACCENTED.exec(lower)?.[1]?.codePointAt(0);
  if (character !== undefined) escapeResult.character = character;
  else if (!/^(?:amp|lt|gt|quot|apos|nbsp|shy|[a-z]{2,6}(?:quo|dash|sp|space))$/i.test(name))
    return start + 1;
  return end + 1;
}

function isAmp(bytes: Uint8Array, i: number): boolean {
  return bytes[i] === 0x61 && bytes[i + 1] === 0x6d && bytes[i + 2] === 0x70 && bytes[i + 3] === 0x3b;
}

function isNameByte(byte: number): boolean {
  return (
    byte === 0x23 ||
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a)
  );
}

/** The value of `count` hex digits at `start`, or -1. */
function hexAt(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i++) {
    const byte = bytes[i] ?? 0;
    const digit =
      byte >= 0x30 && byte <= 0x39
        ? byte - 0x30
        : byte >= 0x41 && byte <= 0x46
          ? byte - 0x37
          : byte >= 0x61 && byte <= 0x66
            ? byte - 0x57
            : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}
