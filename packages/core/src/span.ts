import { type ByteOffset, toByteOffset } from './offset.ts';

/** Half-open byte range `[start, end)` into a note file as it is on disk. */
export interface Span {
  readonly start: ByteOffset;
  readonly end: ByteOffset;
}

/** A span as plain numbers, as in JSON, a database row or an embedder's own code. */
export interface SpanLike {
  readonly start: number;
  readonly end: number;
}

/** Makes a {@link Span} from two numbers. Throws `RangeError` unless both are offsets and `start <= end`. */
export function toSpan(start: number, end: number): Span {
  const span = { start: toByteOffset(start), end: toByteOffset(end) };
  if (start > end) throw new RangeError(`span ends before it starts: [${start}, ${end})`);
  return span;
}

/** True if the span lies wholly inside `byteLength` bytes and is well formed. Never throws. */
export function isSpanWithin(span: SpanLike, byteLength: number): boolean {
  return (
    Number.isSafeInteger(span.start) &&
    Number.isSafeInteger(span.end) &&
    span.start >= 0 &&
    span.start <= span.end &&
    span.end <= byteLength
  );
}

/** The bytes of a span as a view on `bytes` (no copy), or `null` if the span does not fit. */
export function sliceSpan(bytes: Uint8Array, span: SpanLike): Uint8Array | null {
  return isSpanWithin(span, bytes.length) ? bytes.subarray(span.start, span.end) : null;
}
