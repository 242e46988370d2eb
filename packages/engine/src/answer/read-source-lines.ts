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
const STAR = 0x2a;
/** Frontmatter is looked for in this many bytes. */
const HEAD = 20_000;

/**
 * Finds the lines of a span; null where the span does not fit the file (it changed since). Secret text is masked, inside the
 * span too: where a note was edited, secret text may stand now where a private claim stood. `reveal` shows what is inside.
 */
export function readSourceLines(
  bytes: Uint8Array,
  span: SpanLike,
  options: { readonly reveal?: boolean } = {},
): SourceLines | null {
  if (sliceSpan(bytes, span) === null) return null;
  let start = span.start;
  while (start > 0 && !isLineEnd(bytes[start - 1])) start--;
  let end = span.end;
  while (end < bytes.length && !isLineEnd(bytes[end])) end++;
  const masked = maskSecrets(bytes);
  const before = decodeText(masked.subarray(start, span.start)).text;
  const inside = decodeText((options.reveal === true ? bytes : masked).subarray(span.start, span.end)).text;
  const after = decodeText(masked.subarray(span.end, end)).text;
  return {
    line: countLines(bytes, start),
    text: `${before}${inside}${after}`,
    marked: { start: before.length, end: before.length + inside.length },
  };
}

/** The bytes with every secret region starred; all of them where the note may call itself secret. */
function maskSecrets(bytes: Uint8Array): Uint8Array {
  if (mayBeSecret(bytes)) return new Uint8Array(bytes.length).fill(STAR);
  const secret = parsePrivacyMarkers(bytes).regions.filter((region) => region.band === 'secret');
  return secret.length === 0 ? bytes : (maskSpans(bytes, secret) ?? new Uint8Array(bytes.length).fill(STAR));
}

/** True unless the frontmatter says nothing of privacy, or says `public` or `private` in so many words. */
function mayBeSecret(bytes: Uint8Array): boolean {
  const text = decodeText(bytes.subarray(0, HEAD)).text.replace(/^\uFEFF/u, '');
  if (!text.startsWith('---')) return false;
  const head = text.split(/^(?:---|\.\.\.)[ \t]*$/mu)[1] ?? text;
  const lines = head.split(/\r\n|\n|\r/u).filter((line) => /privacy["']?\s*:|\?\s*["']?privacy/iu.test(line));
  return !lines.every((line) =>
    /^privacy[ \t]*:[ \t]*["']?(?:public|private)["']?[ \t]*(?:#.*)?$/iu.test(line),
  );
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
