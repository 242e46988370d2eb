import { type Marker, readMarker } from './read-marker.ts';
import { mayNameMarker, startWordSearch } from './words-of-markers.ts';

/**
 * Bytes with which a marker may begin, and the possible next bytes for each. Most text that begins this way
 * is not a marker.
 */
const OPENINGS: ReadonlyMap<number, readonly number[]> = new Map([
  // `!`, a dash, a space before one of them, a full-width mark, a slash, or the `p` of `privacy`.
  [0x3c, [0x21, 0x2d, 0x20, 0xe2, 0xef, 0x3f, 0x5c, 0x70, 0x50]],
  // `&lt;`, `&LT;`, `&#60;` and `&amp;lt;`.
  [0x26, [0x6c, 0x4c, 0x23, 0x61]],
  [0x25, [0x25]],
  // `[//]: # (…)`, a comment of Markdown without HTML.
  [0x5b, [0x2f]],
  [0x7b, [0x7b, 0x25, 0x23]],
  // Full-width brackets.
  [0xef, [0xbc, 0xb9]],
]);
const MAY_BEGIN = new Uint8Array(1 << 8);
/** Indexed by two bytes. */
const MAY_FOLLOW = new Uint8Array(1 << 16);
for (const [first, seconds] of OPENINGS) {
  MAY_BEGIN[first] = 1;
  for (const second of seconds) MAY_FOLLOW[(first << 8) | second] = 1;
}

/**
 * The privacy markers of a note, in order. Nearly everything that only looks like a marker is ruled out
 * without being parsed.
 */
export function findMarkers(bytes: Uint8Array): Marker[] {
  const markers: Marker[] = [];
  const search = startWordSearch();
  // Plain prose contains none of them, and the runtime's search skips it many times faster than a loop.
  let at = nextOpening(bytes, firstOf(bytes));
  while (at < bytes.length) {
    const marker = mayNameMarker(search, bytes, at) ? readMarker(bytes, at) : null;
    if (marker !== null) markers.push(marker);
    at = nextOpening(bytes, Math.max(marker?.end ?? 0, at + 1));
  }
  return markers;
}

/** False if no two bytes could begin a marker; then no part of these bytes contains one. */
export function mayHoldMarker(bytes: Uint8Array): boolean {
  return nextOpening(bytes, firstOf(bytes)) < bytes.length;
}

function nextOpening(bytes: Uint8Array, from: number): number {
  const last = bytes.length - 1;
  for (let at = from; at < last; at++) {
    const byte = bytes[at] as number;
    if (MAY_BEGIN[byte] === 0 || MAY_FOLLOW[(byte << 8) | (bytes[at + 1] as number)] === 0) continue;
    if (mayOpen(bytes, at)) return at;
  }
  return bytes.length;
}

function firstOf(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let first = bytes.length;
  for (const byte of OPENINGS.keys()) {
    const at = buffer.indexOf(byte);
    if (at !== -1 && at < first) first = at;
  }
  return first;
}

/** A cheap check before a marker is parsed: its first two bytes, and the third if many texts begin with those two. */
export function mayOpen(bytes: Uint8Array, i: number): boolean {
  const second = bytes[i + 1] ?? 0;
  if (MAY_FOLLOW[((bytes[i] as number) << 8) | second] === 0) return false;
  if (bytes[i] === 0x5b) return bytes[i + 2] === 0x2f;
  return bytes[i] !== 0xef || bytes[i + 2] === (second === 0xbc ? 0x9c : 0xa4);
}
