import { decodeText, type SpanLike, sliceSpan } from '@memora/core';

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

/** Finds the lines of a span; null where the span does not fit the file (it changed since). */
export function readSourceLines(bytes: Uint8Array, span: SpanLike): SourceLines | null {
  if (sliceSpan(bytes, span) === null) return null;
  let start = span.start;
  while (start > 0 && !isLineEnd(bytes[start - 1])) start--;
  let end = span.end;
  while (end < bytes.length && !isLineEnd(bytes[end])) end++;
  const before = decodeText(bytes.subarray(start, span.start)).text;
  const inside = decodeText(bytes.subarray(span.start, span.end)).text;
  const after = decodeText(bytes.subarray(span.end, end)).text;
  return {
    line: countLines(bytes, start),
    text: `${before}${inside}${after}`,
    marked: { start: before.length, end: before.length + inside.length },
  };
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
