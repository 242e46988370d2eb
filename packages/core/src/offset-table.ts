import type { ByteOffset, BytePosition, Utf16Offset, Utf16Position } from './offset.ts';

/** Converts between byte offsets of a UTF-8 file and UTF-16 offsets of its decoded text. */
export interface OffsetTable {
  /** Length of the file in bytes. */
  readonly byteLength: number;
  /** Length of the decoded text in UTF-16 code units. */
  readonly utf16Length: number;
  /**
   * The byte at which the character that contains UTF-16 offset `offset` starts; the end of the text maps to
   * the end of the file. An offset inside a surrogate pair maps to the start of that character. Throws
   * `RangeError` outside `[0, utf16Length]`.
   */
  readonly toByte: (offset: Utf16Position) => ByteOffset;
  /**
   * The UTF-16 offset of the character that contains byte `offset`; a byte inside a character maps to its
   * start. Throws `RangeError` outside `[0, byteLength]`.
   */
  readonly toUtf16: (offset: BytePosition) => Utf16Offset;
}

/** A decoded file: its text, BOM included as U+FEFF, and the table between the two. */
export interface DecodedText {
  readonly text: string;
  readonly table: OffsetTable;
  /** False if at least one byte sequence was not UTF-8 and was read as U+FFFD. */
  readonly valid: boolean;
}

const STRIDE_BITS = 7;
const STRIDE = 1 << STRIDE_BITS;

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/**
 * Decodes the bytes of a file and builds the table between bytes and UTF-16. Never throws. Bytes that are not UTF-8 are read as U+FFFD, one for each maximal
 * subpart (WHATWG Encoding, "UTF-8 decoder"), and the table still maps each U+FFFD to its bytes.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const text = decodeStrictly(bytes);
  if (text !== null) return { text, table: createOffsetTable(text, bytes.length), valid: true };
  return { text: lenientDecoder.decode(bytes), table: createTableOfInvalid(bytes), valid: false };
}

/**
 * The table of a text that is encoded as well-formed UTF-8 (a lone surrogate counts 3 bytes, as `TextEncoder` writes it). Linear in the text, one pass;
 * look-ups read at most 128 characters. Look-ups in ASCII text are free. Pass `byteLength` if you know it: it saves a pass over ASCII text.
 */
export function createOffsetTable(text: string, byteLength?: number): OffsetTable {
  if (byteLength === text.length) return identityTable(byteLength);
  const checkpoints = new Uint32Array((text.length >> STRIDE_BITS) + 2);
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    if ((i & (STRIDE - 1)) === 0) checkpoints[i >> STRIDE_BITS] = bytes;
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isPairAt(text, i, unit)) {
      // Both units of a surrogate pair share four bytes, which are counted at its first unit.
      bytes += 4;
      i++;
      if ((i & (STRIDE - 1)) === 0) checkpoints[i >> STRIDE_BITS] = bytes - 4;
    } else bytes += 3;
  }
  if (bytes === text.length) return identityTable(bytes);
  const stride = checkpoints.subarray(0, Math.max(1, (text.length + STRIDE - 1) >> STRIDE_BITS));
  return {
    byteLength: bytes,
    utf16Length: text.length,
    toByte: (offset) => {
      assertWithin(offset, text.length, 'UTF-16 offset');
      if (offset === text.length) return bytes as ByteOffset;
      const start = characterStart(text, offset);
      const slot = start >> STRIDE_BITS;
      let i = slot << STRIDE_BITS;
      let at = stride[slot] ?? 0;
      if (i > 0 && isSecondOfPair(text, i)) i--;
      while (i < start) {
        const width = widthAt(text, i);
        at += width;
        i += width === 4 ? 2 : 1;
      }
      return at as ByteOffset;
    },
    toUtf16: (offset) => {
      assertWithin(offset, bytes, 'byte offset');
      if (offset === bytes) return text.length as Utf16Offset;
      const slot = lastAtMost(stride, offset);
      let i = slot << STRIDE_BITS;
      let at = stride[slot] ?? 0;
      if (i > 0 && isSecondOfPair(text, i)) i--;
      for (;;) {
        const width = widthAt(text, i);
        if (at + width > offset) return i as Utf16Offset;
        at += width;
        i += width === 4 ? 2 : 1;
      }
    },
  };
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

function identityTable(length: number): OffsetTable {
  return {
    byteLength: length,
    utf16Length: length,
    toByte: (offset) => {
      assertWithin(offset, length, 'UTF-16 offset');
      return offset as ByteOffset;
    },
    toUtf16: (offset) => {
      assertWithin(offset, length, 'byte offset');
      return offset as Utf16Offset;
    },
  };
}

/** The rare case of invalid UTF-8: stores both offsets of every character, because the text alone no longer gives the byte counts. */
function createTableOfInvalid(bytes: Uint8Array): OffsetTable {
  const byteAt = new Uint32Array(bytes.length + 1);
  const utf16At = new Uint32Array(bytes.length + 1);
  let count = 0;
  let utf16 = 0;
  for (let i = 0; i < bytes.length; ) {
    const { length, units } = readCharacter(bytes, i);
    byteAt[count] = i;
    utf16At[count] = utf16;
    count++;
    i += length;
    utf16 += units;
  }
  const byteStarts = byteAt.subarray(0, count);
  const utf16Starts = utf16At.subarray(0, count);
  const utf16Length = utf16;
  return {
    byteLength: bytes.length,
    utf16Length,
    toByte: (offset) => {
      assertWithin(offset, utf16Length, 'UTF-16 offset');
      if (offset === utf16Length) return bytes.length as ByteOffset;
      return (byteStarts[lastAtMost(utf16Starts, offset)] ?? 0) as ByteOffset;
    },
    toUtf16: (offset) => {
      assertWithin(offset, bytes.length, 'byte offset');
      if (offset === bytes.length) return utf16Length as Utf16Offset;
      return (utf16Starts[lastAtMost(byteStarts, offset)] ?? 0) as Utf16Offset;
    },
  };
}

/** One step of the WHATWG UTF-8 decoder: the bytes read and the UTF-16 units produced (an ill-formed subpart gives one U+FFFD). */
function readCharacter(bytes: Uint8Array, start: number): { length: number; units: number } {
  const lead = bytes[start] ?? 0;
  if (lead < 0x80) return { length: 1, units: 1 };
  let needed: number;
  let lower = 0x80;
  let upper = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) needed = 1;
  else if (lead >= 0xe0 && lead <= 0xef) {
    needed = 2;
    if (lead === 0xe0) lower = 0xa0;
    if (lead === 0xed) upper = 0x9f;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    needed = 3;
    if (lead === 0xf0) lower = 0x90;
    if (lead === 0xf4) upper = 0x8f;
  } else return { length: 1, units: 1 };
  for (let k = 1; k <= needed; k++) {
    const next = bytes[start + k];
    if (next === undefined || next < lower || next > upper) return { length: k, units: 1 };
    lower = 0x80;
    upper = 0xbf;
  }
  return { length: needed + 1, units: needed === 3 ? 2 : 1 };
}

function isPairAt(text: string, i: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(i + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

function isSecondOfPair(text: string, i: number): boolean {
  return isPairAt(text, i - 1, text.charCodeAt(i - 1));
}

function characterStart(text: string, i: number): number {
  return i > 0 && isSecondOfPair(text, i) ? i - 1 : i;
}

function widthAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return isPairAt(text, i, unit) ? 4 : 3;
}

/** The index of the last entry that is at most `value` in a non-decreasing list; 0 if there is none. */
function lastAtMost(list: Uint32Array, value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function assertWithin(offset: number, length: number, name: string): void {
  if (!Number.isInteger(offset) || offset < 0 || offset > length) {
    throw new RangeError(`${name} ${offset} is outside [0, ${length}]`);
  }
}
