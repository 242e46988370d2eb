/** Codes from here on belong to scripts without spaces between words. */
export const FIRST_UNSPACED = 51;
/** Marks the cached codes of a character, to distinguish a character without codes from one that is not cached. */
export const KNOWN = 1 << 30;
const cache = new Int32Array(0x10000);
const cacheAbove = new Map<number, number>();

/**
 * The codes of one character, packed: the count in bits 24 to 29, up to four codes of six bits below. A character without codes has bit 0 set if it may be
 * inside a word (accents, joiners, soft hyphens), and clear if it separates words.
 */
export function codesOfCharacter(character: number): number {
  if (character < 0x10000) {
    let packed = cache[character] as number;
    if (packed === 0) {
      packed = compute(character) | KNOWN;
      cache[character] = packed;
    }
    return packed & ~KNOWN;
  }
  let packed = cacheAbove.get(character);
  if (packed === undefined) {
    packed = compute(character);
    cacheAbove.set(character, packed);
  }
  return packed;
}

function compute(character: number): number {
  if (character >= 0xd800 && character <= 0xdfff) return 0;
  const folded = String.fromCodePoint(character)
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD');
  const codes: number[] = [];
  for (const part of folded) codes.push(...codesOfFolded(part));
  if (codes.length === 0) return /^[\p{M}\p{Cf}]*$/u.test(folded) ? 1 : 0;
  return codes
    .slice(0, 4)
    .reduce((packed, code, i) => packed | (code << (6 * i)), Math.min(codes.length, 4) << 24);
}

function codesOfFolded(part: string): number[] {
  const value = part.codePointAt(0) ?? 0;
  if (value >= 0x30 && value <= 0x39) return [1 + value - 0x30];
  if (value >= 0x61 && value <= 0x7a) return [11 + value - 0x61];
  if (!/^[\p{L}\p{N}]$/u.test(part)) return [];
  const mixed = Math.imul(value, 0x9e3779b1) >>> 0;
  // A character for a syllable or a word carries more information than a letter, so it counts twice.
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(part)) {
    return [FIRST_UNSPACED + (mixed % 13), FIRST_UNSPACED + ((mixed >>> 8) % 13)];
  }
  const unspaced = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u.test(part);
  return [unspaced ? FIRST_UNSPACED + (mixed % 13) : 37 + (mixed % 14)];
}
