import { type Span, toSpan } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';
import type { AlignedSpan } from '../contract/alignment.ts';

const CHUNK = 1 << 15;
const encoder = new TextEncoder();
let scratch: Uint8Array | undefined;

/** Creates a span with a UTF-16 range that computes its byte range on first read. */
export function toAlignedSpan(text: string, range: TextRange): AlignedSpan {
  let bytes: Span | undefined;
  return {
    utf16: range,
    get utf8(): Span {
      if (bytes === undefined) {
        const start = countBytes(text, 0, range.start);
        bytes = toSpan(start, start + countBytes(text, range.start, range.end));
      }
      return bytes;
    },
  };
}

/** Returns the length of `text.slice(start, end)` in UTF-8 bytes. */
function countBytes(text: string, start: number, end: number): number {
  scratch ??= new Uint8Array(CHUNK * 3);
  let bytes = 0;
  let i = start;
  while (i < end) {
    let stop = Math.min(end, i + CHUNK);
    const unit = text.charCodeAt(stop - 1);
    // A surrogate pair must not be cut: each half alone would count three bytes.
    if (stop < end && unit >= 0xd800 && unit <= 0xdbff) stop--;
    bytes += encoder.encodeInto(text.slice(i, stop), scratch).written;
    i = stop;
  }
  return bytes;
}
