/** The start and end of a cue, in seconds. */
export interface Shown {
  readonly start: number;
  readonly end: number;
}

/** The length of the form of {@link readFullTimes}. */
export const FULL_TIMES_LENGTH = 29;

const [SPACE, DASH, GREATER, COLON, POINT, COMMA] = [0x20, 0x2d, 0x3e, 0x3a, 0x2e, 0x2c];

/**
 * Reads `00:00:12.000 --> 00:00:15.000` at a position, the form that programs write. A regular expression for
 * each line would take most of the time for a caption file.
 */
export function readFullTimes(bytes: Uint8Array, at: number): Shown | null {
  const hasArrow =
    bytes[at + 13] === DASH &&
    bytes[at + 14] === DASH &&
    bytes[at + 15] === GREATER &&
    bytes[at + 12] === SPACE &&
    bytes[at + 16] === SPACE;
  if (!hasArrow) return null;
  const start = readFullTime(bytes, at);
  const end = readFullTime(bytes, at + 17);
  return start < 0 || end < 0 ? null : { start, end };
}

/** In seconds; negative if there is none. */
function readFullTime(bytes: Uint8Array, at: number): number {
  const point = bytes[at + 8];
  const isTime = bytes[at + 2] === COLON && bytes[at + 5] === COLON && (point === POINT || point === COMMA);
  if (!isTime) return -1;
  const hours = readTwo(bytes, at);
  const minutes = readTwo(bytes, at + 3);
  const seconds = readTwo(bytes, at + 6);
  const hundredths = readTwo(bytes, at + 9);
  const last = digitAt(bytes, at + 11);
  if (hours < 0 || minutes < 0 || seconds < 0 || hundredths < 0 || last < 0) return -1;
  return hours * 3600 + minutes * 60 + seconds + (hundredths * 10 + last) / 1_000;
}

/** A two-digit number; negative if either byte is not a digit. */
function readTwo(bytes: Uint8Array, at: number): number {
  const tens = digitAt(bytes, at);
  const ones = digitAt(bytes, at + 1);
  return tens < 0 || ones < 0 ? -1 : tens * 10 + ones;
}

function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
