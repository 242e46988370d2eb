/** Possible edges of windows in a note. Every place is a byte offset. */
export interface NoteEdges {
  /** 1 at a place where a window may start or end like a sentence, item or field: at the edge of a word, not at a space. */
  readonly startsLikely: Uint8Array;
  readonly endsLikely: Uint8Array;
  /** The places among those, in ascending order, that are starts or ends of lines, sentences and cells. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** 1 at each place of `ends`. */
  readonly endsSegment: Uint8Array;
}

/** Reads the edges of a note in one pass. */
export function readNoteEdges(bytes: Uint8Array): NoteEdges {
  const size = bytes.length;
  const startsLikely = new Uint8Array(size + 1);
  const endsLikely = new Uint8Array(size + 1);
  const endsSegment = new Uint8Array(size + 1);
  const starts: number[] = [];
  const ends: number[] = [];
  // The character before this place, ignoring spaces; a line end counts as one.
  let before = LF;
  for (let at = 0; at <= size; at++) {
    const byte = bytes[at];
    const last = bytes[at - 1];
    if (isBoundary(byte)) {
      const insideWord = isWord(last) && isWord(byte);
      if (at < size && !isSpace(byte) && !insideWord) {
        startsLikely[at] = 1;
        if (before >= 128 ? isWideStop(bytes, at) : !isWord(before) && before !== COMMA) starts.push(at);
      }
      if (at > 0 && !isSpace(last) && !insideWord) {
        endsLikely[at] = 1;
        if (isStop(last) || isWideStop(bytes, at) || endsLine(bytes, at)) {
          endsSegment[at] = 1;
          ends.push(at);
        }
      }
    }
    if (byte !== undefined && (!isSpace(byte) || byte === LF || byte === CR)) before = byte;
  }
  return { startsLikely, endsLikely, starts, ends, endsSegment };
}

const LF = 10;
const CR = 13;
const COMMA = 44;
const PIPE = 124;

/** True at the start of a character. */
export function isBoundary(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) !== 0x80;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13);
}

/** ASCII letters and digits; scripts without spaces have a boundary at every character. */
function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 122);
}

/** True for `!`, `.`, `:`, `;`, `?`. */
function isStop(byte: number | undefined): boolean {
  return byte === 33 || byte === 46 || byte === 58 || byte === 59 || byte === 63;
}

/** True after `。`, `！` or `？`. */
function isWideStop(bytes: Uint8Array, at: number): boolean {
  const [a, b, c] = [bytes[at - 3], bytes[at - 2], bytes[at - 1]];
  return (a === 0xe3 && b === 0x80 && c === 0x82) || (a === 0xef && b === 0xbc && (c === 0x81 || c === 0x9f));
}

/** True if only a few spaces precede the end of the line or cell. */
function endsLine(bytes: Uint8Array, at: number): boolean {
  let next = at;
  while (next < at + 4 && bytes[next] === 32) next++;
  const byte = bytes[next];
  return byte === undefined || byte === LF || byte === CR || byte === PIPE;
}
