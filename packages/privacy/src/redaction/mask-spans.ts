import type { Band } from '@memora/core';

/** A byte range that is stricter than its note. */
export interface RedactedRegion {
  readonly start: number;
  readonly end: number;
  readonly band: Band;
}

const MASK = 0x2a;
const LABEL = new TextEncoder().encode('[redacted]');

/**
 * A copy of the bytes in which every byte of the regions is masked, except line ends, so that every offset outside keeps its meaning. A line's masked part
 * reads `[redacted]***` if it is long enough, otherwise `***`. Overlapping regions are joined. A region that cuts a character covers all of it; one that
 * reaches outside the bytes is cut to them. Null if no letter or digit is left.
 */
export function maskSpans(
  bytes: Uint8Array,
  regions: readonly { readonly start: number; readonly end: number }[],
): Uint8Array | null {
  const masked = bytes.slice();
  let isAnythingLeft = false;
  let last = 0;
  for (const { start, end } of mergeRegions(bytes, regions)) {
    isAnythingLeft ||= holdsWord(bytes, last, start);
    let at = start;
    while (at < end) {
      let lineEnd = at;
      while (lineEnd < end && !isLineEnd(bytes[lineEnd])) lineEnd++;
      masked.fill(MASK, at, lineEnd);
      if (lineEnd - at >= LABEL.length) masked.set(LABEL, at);
      at = lineEnd + 1;
    }
    last = end;
  }
  return isAnythingLeft || holdsWord(bytes, last, bytes.length) ? masked : null;
}

/** Sorted, with overlapping ones joined, cut to the bytes and widened to whole characters. Reads no byte more than twice. */
function mergeRegions(
  bytes: Uint8Array,
  regions: readonly { readonly start: number; readonly end: number }[],
): { readonly start: number; readonly end: number }[] {
  const within = (at: number): number => Math.max(0, Math.min(at, bytes.length));
  const sorted = regions
    .map(({ start, end }) => ({ start: within(Math.min(start, end)), end: within(Math.max(start, end)) }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const region of sorted) {
    const last = merged.at(-1);
    const covered = last?.end ?? 0;
    const start = characterStart(bytes, region.start, covered);
    const end = region.end <= covered ? covered : characterEnd(bytes, region.end);
    if (start >= end) continue;
    if (last !== undefined && start < last.end) last.end = end;
    else merged.push({ start, end });
  }
  return merged;
}

/** True if the range contains a letter or digit; non-ASCII bytes count as letters. */
function holdsWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isWordByte(bytes[at] ?? 0)) return true;
  return false;
}

function isWordByte(byte: number): boolean {
  return (
    byte >= 0x80 ||
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a)
  );
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}

function characterStart(bytes: Uint8Array, at: number, least: number): number {
  let start = at;
  while (start > least && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

function characterEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
}
