/** The character that {@link decodeEscape} has read; -1 where the bytes stand for none that counts. One object, reused. */
export const escapeResult = { character: -1 };

const NAMED: ReadonlyMap<string, number> = new Map(
  Object.entries(
    'agrave:à aacute:á acirc:â atilde:ã auml:ä aring:å aelig:æ ccedil:ç egrave:è eacute:é ecirc:ê euml:ë igrave:ì iacute:í icirc:î iuml:ï eth:ð ntilde:ñ ograve:ò oacute:ó ocirc:ô otilde:õ ouml:ö oslash:ø ugrave:ù uacute:ú ucirc:û uuml:ü yacute:ý thorn:þ yuml:ÿ szlig:ß oelig:œ scaron:š zcaron:ž'
      .split(' ')
      .reduce<Record<string, number>>((names, pair) => {
        const [name = '', character = ''] = pair.split(':');
        names[name] = character.codePointAt(0) ?? 0;
        return names;
      }, {}),
  ),
);
const MAX_NAME = 31;

/**
 * Reads one escape or one character above ASCII at `start`, and returns where it ends. Escapes of escapes (`\\u00e9`,
 * `%25C3`, `&amp;eacute;`) read as what they stand for in the end, and what a text holds literally reads the same way on
 * both sides, so that text and its escaped form agree.
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

/** `\n` and its kin stand for nothing, `\u00e9`, `\u{e9}` and `\xe9` for a character; backslashes count as one. */
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
    const unit = hexAt(bytes, i + 1, 2);
    if (unit < 0) return i;
    escapeResult.character = unit;
    return i + 3;
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

/** `%C3%A9` stands for a character, `%25C3%25A9` too. */
function decodePercent(bytes: Uint8Array, start: number): number {
  let i = start;
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
  }
  if (count === 0) return start + 1;
  if ((utf8[0] as number) < 0x80) escapeResult.character = utf8[0] as number;
  else decodeUtf8(utf8.subarray(0, count), 0);
  return i;
}

/** `&eacute;`, `&#233;`, `&#xe9;` and `&amp;eacute;`; names of punctuation stand for nothing. */
function decodeEntity(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (isAmp(bytes, i)) i += 4;
  let end = i;
  while (end < bytes.length && end - i <= MAX_NAME && isNameByte(bytes[end] as number)) end++;
  if (bytes[end] !== 0x3b || end === i) return Math.max(i, start + 1);
  const name = String.fromCharCode(...bytes.subarray(i, end));
  const number = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
  if (number !== null) {
    const value = number[1] !== undefined ? Number.parseInt(number[1], 16) : Number(number[2]);
    escapeResult.character = value <= 0x10ffff ? value : -1;
    return end + 1;
  }
  const character = NAMED.get(name.toLowerCase());
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
