import { codesOfCharacter } from './codes-of-character.ts';
import { decodeEscape, escapeResult } from './decode-escape.ts';

/**
 * The low six bits: the character. 1 to 10 are digits, 11 to 36 letters a to z, 37 to 63 the letters of other
 * scripts.
 */
export const CODE_MASK = 0x3f;
/** Set on a code after something that was left out: white space, punctuation, an escape. */
export const STARTS_TOKEN = 0x80;

const DROP = 0;
const SPECIAL = 0xff;

/** What to do with each byte: use its code, ignore it, or examine it further. */
const codeByByte = new Uint8Array(256).fill(DROP);
for (let i = 0; i < 10; i++) codeByByte[0x30 + i] = 1 + i;
for (let i = 0; i < 26; i++) {
  codeByByte[0x41 + i] = 11 + i;
  codeByByte[0x61 + i] = 11 + i;
}
codeByByte.fill(SPECIAL, 0x80);
for (const byte of [0x5c, 0x25, 0x26]) codeByByte[byte] = SPECIAL;

/** Codes of a text in a buffer that the next call overwrites. */
export interface CanonicalCodes {
  readonly codes: Uint8Array;
  readonly length: number;
}

/**
 * Converts UTF-8 to codes that do not depend on spelling: case, white space, punctuation, accents, NFC or NFD, and the escapes of JSON, JavaScript, URLs and
 * HTML, even repeated ones, leave no trace. Linear.
 */
export function createCanonicaliser(): (bytes: Uint8Array) => CanonicalCodes {
  let codes = new Uint8Array(1 << 16);
  return (bytes) => {
    // Two or more bytes of UTF-8 give at most four codes, all others one.
    if (codes.length < 2 * bytes.length) codes = new Uint8Array(2 * bytes.length);
    const out = codes;
    const table = codeByByte;
    const end = bytes.length;
    let length = 0;
    let starts = STARTS_TOKEN;
    for (let i = 0; i < end; i++) {
      const code = table[bytes[i] as number] as number;
      if (code === SPECIAL) {
        const next = decodeEscape(bytes, i);
        const packed = escapeResult.character < 0 ? 0 : codesOfCharacter(escapeResult.character);
        i = next - 1;
        let count = packed >>> 24;
        if (count === 0) {
          if (escapeResult.character < 0 || (packed & 1) === 0) starts = STARTS_TOKEN;
          continue;
        }
        for (let rest = packed; count > 0; count--, rest >>>= 6) {
          out[length++] = (rest & CODE_MASK) | starts;
          starts = 0;
        }
        continue;
      }
      // No branch for dropped bytes: the write of a dropped byte is overwritten by the next one.
      out[length] = code | starts;
      const kept = (code + 63) >> 6;
      length += kept;
      starts = (kept ^ 1) << 7;
    }
    return { codes: out, length };
  };
}
