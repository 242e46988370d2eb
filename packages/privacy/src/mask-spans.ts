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
 * A copy of the bytes in which every byte of the regions is masked, line ends excepted, so that every offset outside
 * keeps its meaning. A line's masked part reads `[redacted]***` where it is long enough, else `***`. A region that cuts
 * a character takes all of it; one that reaches outside the bytes is cut to them. Null where no letter or digit is left.
 */
export function maskSpans(
  bytes: Uint8Array,
  regions: readonly { readonly start: number; readonly end: number }[],
): Uint8Array | null {
  const masked = bytes.slice();
  for (const region of regions) {
    let at = characterStart(bytes, Math.max(0, Math.min(region.start, region.end)));
    const end = characterEnd(bytes, Math.min(bytes.length, Math.max(region.start, region.end)));
    while (at < end) {
      let lineEnd = at;
      while (lineEnd < end && !isLineEnd(bytes[lineEnd])) lineEnd++;
      masked.fill(MASK, at, lineEnd);
      if (lineEnd - at >= LABEL.length) masked.set(LABEL, at);
      at = lineEnd + 1;
    }
  }
  return saysAnything(masked, regions) ? masked : null;
}

/** True where a letter or digit stands outside the regions; bytes above ASCII count as letters. */
function saysAnything(masked: Uint8Array, regions: readonly { start: number; end: number }[]): boolean {
  const sorted = [...regions].sort((a, b) => a.start - b.start);
  let at = 0;
  let next = 0;
  while (at < masked.length) {
    const region = sorted[next];
    const until = region === undefined ? masked.length : Math.min(region.start, masked.length);
    for (; at < until; at++) if (isWordByte(masked[at] ?? 0)) return true;
    if (region === undefined) break;
    at = Math.max(at, characterEnd(masked, Math.min(region.end, masked.length)));
    next++;
  }
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

function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

function characterEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
}
