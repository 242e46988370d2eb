/** From when to when a cue is shown, in seconds. */
export interface Shown {
  readonly start: number;
  readonly end: number;
}

/** The length of {@link readFullTimes}' form. */
export const FULL_TIMES_LENGTH = 29;

const [SPACE, DASH, GREATER, COLON, POINT, COMMA] = [0x20, 0x2d, 0x3e, 0x3a, 0x2e, 0x2c];

/** `00:00:12.000 --> 00:00:15.000` at a place, as programs write it: an expression for each line is most of what a file of captions costs. */
export function readFullTimes(text: string, at: number): Shown | null {
  const hasArrow =
    text.charCodeAt(at + 13) === DASH &&
    text.charCodeAt(at + 14) === DASH &&
    text.charCodeAt(at + 15) === GREATER &&
    text.charCodeAt(at + 12) === SPACE &&
    text.charCodeAt(at + 16) === SPACE;
  if (!hasArrow) return null;
  const start = readFullTime(text, at);
  const end = readFullTime(text, at + 17);
  return start < 0 || end < 0 ? null : { start, end };
}

/** In seconds; less than 0 where there is none. */
function readFullTime(text: string, at: number): number {
  const point = text.charCodeAt(at + 8);
  const isTime =
    text.charCodeAt(at + 2) === COLON &&
    text.charCodeAt(at + 5) === COLON &&
    (point === POINT || point === COMMA);
  if (!isTime) return -1;
  const hours = readTwo(text, at);
  const minutes = readTwo(text, at + 3);
  const seconds = readTwo(text, at + 6);
  const hundredths = readTwo(text, at + 9);
  const last = digitAt(text, at + 11);
  if (hours < 0 || minutes < 0 || seconds < 0 || hundredths < 0 || last < 0) return -1;
  return hours * 3600 + minutes * 60 + seconds + (hundredths * 10 + last) / 1_000;
}

/** The number of two digits; less than 0 where one of them is none. */
function readTwo(text: string, at: number): number {
  const tens = digitAt(text, at);
  const ones = digitAt(text, at + 1);
  return tens < 0 || ones < 0 ? -1 : tens * 10 + ones;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
