import { decodeText, type SpanLike, sliceSpan } from '@memora/core';
import { maskSpans, parsePrivacyMarkers } from '@memora/privacy';

/** Where a span stands in its file, as a person looks for it. */
export interface SourceLines {
  /** Number of the line on which the span starts, from 1. */
  readonly line: number;
  /** The whole lines that the span touches, without their line ends. */
  readonly text: string;
  /** The span inside `text`, in UTF-16 code units. */
  readonly marked: { readonly start: number; readonly end: number };
}

const CR = 13;
const LF = 10;

/**
 * Finds the lines of a span; null where the span does not fit the file (it changed since). Secret text beside the span is
 * masked, so the caller has only the span's own band to look at.
 */
export function readSourceLines(bytes: Uint8Array, span: SpanLike): SourceLines | null {
  if (sliceSpan(bytes, span) === null) return null;
  let start = span.start;
  while (start > 0 && !isLineEnd(bytes[start - 1])) start--;
  let end = span.end;
  while (end < bytes.length && !isLineEnd(bytes[end])) end++;
  const masked = maskNeighbours(bytes, span);
  const before = decodeText(masked.subarray(start, span.start)).text;
  const inside = decodeText(bytes.subarray(span.start, span.end)).text;
  const after = decodeText(masked.subarray(span.end, end)).text;
  return {
    line: countLines(bytes, start),
    text: `${before}${inside}${after}`,
    marked: { start: before.length, end: before.length + inside.length },
  };
}

/** What stands beside the span on its lines may be stricter than the span itself. */
function maskNeighbours(bytes: Uint8Array, span: SpanLike): Uint8Array {
  const secret = parsePrivacyMarkers(bytes).regions.filter(
    (region) => region.band === 'secret' && (region.start >= span.end || region.end <= span.start),
  );
  return secret.length === 0 ? bytes : (maskSpans(bytes, secret) ?? bytes.slice().fill(0x2a));
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** Lines before `offset`, counting CRLF, LF and a lone CR as one line end each; plus one. */
function countLines(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) line++;
  }
  return line;
}
