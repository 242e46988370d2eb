import type { CueJoiner } from './join-cues.ts';
import { FULL_TIMES_LENGTH, readFullTimes } from './read-full-times.ts';

const [LINE_FEED, SPACE, DASH, COLON, LESS, GREATER, LETTER_V] = [0x0a, 0x20, 0x2d, 0x3a, 0x3c, 0x3e, 0x76];
/** The longest name of a speaker. */
const LONGEST_NAME = 80;

/** A byte without a special meaning in a cue or in Markdown. */
const PLAIN = 0;
/** A byte that has or may have a meaning only in Markdown. */
const SPECIAL = 1;
/** A byte that may have a meaning in a cue, is not ASCII, or ends a line. */
const ACTIVE = 2;

/** The kind of each byte. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 0x20 || byte > 0x7e) return ACTIVE;
  const sign = String.fromCharCode(byte);
  if ('<{&'.includes(sign)) return ACTIVE;
  return '\\*_`[]~=$#^%:'.includes(sign) ? SPECIAL : PLAIN;
});

/** How many bytes become one string: few enough for the string to use existing memory. */
const PIECE = 16 * 1024;

/**
 * Passes on a cue of the most common form: times as programs write them, one line of ASCII, `<v Ada>What she says.` or plain words with single spaces, and a
 * blank line. Returns the start of the next cue; -1 for every other cue, which is not passed on.
 */
export function createCueTaker(bytes: Buffer, joiner: CueJoiner): (at: number) => number {
  let piece = '';
  let begins = 0;
  const cut = (from: number, to: number): string => {
    if (to > begins + piece.length) {
      begins = from;
      piece = bytes.toString('latin1', from, Math.max(to, from + PIECE));
    }
    return piece.slice(from - begins, to - begins);
  };
  return (at) => {
    const from = at + FULL_TIMES_LENGTH + 1;
    if (bytes[from - 1] !== LINE_FEED) return -1;
    const shown = readFullTimes(bytes, at);
    if (shown === null) return -1;
    let begin = from;
    let speaker: string | null = null;
    if (bytes[from] === LESS) {
      if (bytes[from + 1] !== LETTER_V || bytes[from + 2] !== SPACE) return -1;
      const close = endOfName(bytes, from + 3);
      if (close === -1) return -1;
      const before = joiner.speaker();
      const isSame = before !== null && isName(bytes, from + 3, close, before);
      speaker = isSame ? before : bytes.toString('latin1', from + 3, close);
      begin = close + 1;
    }
    const first = bytes[begin];
    // This line may name another speaker, or contain no words.
    if (first === SPACE || first === DASH || first === GREATER) return -1;
    const scanned = scanLine(bytes, begin, speaker === null);
    if (scanned === -1) return -1;
    const end = scanned >> 1;
    if (end === begin || bytes[end - 1] === SPACE) return -1;
    if (end + 1 < bytes.length && bytes[end + 1] !== LINE_FEED) return -1;
    joiner.add(shown.start, shown.end, speaker, cut(begin, end), (scanned & 1) === 0);
    return end + 2;
  };
}

/** The end of a line, times two, plus 1 if something in it may have a meaning in Markdown; -1 for a line that needs the general reader. */
function scanLine(bytes: Uint8Array, from: number, isNameless: boolean): number {
  const { length } = bytes;
  let special = 0;
  let before = LINE_FEED;
  for (let at = from; at < length; at++) {
    const byte = bytes[at] as number;
    const kind = KINDS[byte];
    // No control character gets here, so `or` can give a space only for two spaces.
    if (kind === PLAIN && (byte | before) !== SPACE) {
      before = byte;
      continue;
    }
    if (byte === LINE_FEED) return at * 2 + special;
    if (kind !== SPECIAL || (isNameless && byte === COLON)) return -1;
    special = 1;
    before = byte;
  }
  return length * 2 + special;
}

/** The nearby end of an ASCII speaker tag; -1 if there is none, or it holds more than a name. */
function endOfName(bytes: Uint8Array, from: number): number {
  let before = SPACE;
  for (let at = from; at <= from + LONGEST_NAME; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === GREATER) return before === SPACE ? -1 : at;
    if (KINDS[byte] === ACTIVE || (byte === SPACE && before === SPACE)) return -1;
    before = byte;
  }
  return -1;
}

/** True if the bytes are those of a name. */
function isName(bytes: Uint8Array, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== name.charCodeAt(at - from)) return false;
  return true;
}
