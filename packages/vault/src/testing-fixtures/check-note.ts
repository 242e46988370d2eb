import { parsePrivacyMarkers } from '@memora/privacy';
import { expect } from 'vitest';
import { type ParsedNote, parseNote } from '../index.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Checks that every segment is exactly its bytes, in order, without overlap, and that each non-blank byte of the body is in a segment or is syntax. */
export function checkNote(bytes: Uint8Array): ParsedNote {
  const note = parseNote(bytes, { path: 'a.md' });
  const covered = new Uint8Array(bytes.length);
  let end = 0;
  for (const { span, text, parent } of note.segments) {
    if (span.start < end || span.end <= span.start)
      throw new Error(`segment [${span.start}, ${span.end}) after ${end}`);
    const decoded = decoder.decode(bytes.subarray(span.start, span.end));
    if (decoded !== text) expect(text).toBe(decoded);
    if (parent !== null && !((note.segments[parent]?.span.start ?? Infinity) < span.start))
      throw new Error('parent after child');
    covered.fill(1, span.start, span.end);
    end = span.end;
  }
  for (const { start, end } of parsePrivacyMarkers(bytes).markers) covered.fill(2, start, end);
  for (const { span } of note.blockIds) covered.fill(2, span.start, span.end);
  for (let start: number = note.body.start; start < bytes.length; ) {
    let end = start;
    while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end++;
    checkLine(bytes, covered, start, end);
    start = end + 1;
  }
  return note;
}

/** Marks before the text of a line: quotes, list markers with their task box, a callout's type, a footnote's label. */
const PREFIX =
  /^(?:\s|>(?:[ \t]*\[![^\]]+\][+-]?(?=\s|$))?|(?:[-+*]|\d{1,9}[.)])(?=\s|$)(?:\s+\[[^[\]]\](?=\s|$))?|\[\^[^\]\s]+\]:)*/u;
/** Lines without text, apart from their prefix: a heading's line or marks, a break, a table's delimiter row, an org marker. */
const MARKS_ONLY =
  /^(?:#{1,6}(?:\s+#+)?|=+|-+|(?:[-*_]\s*){3,}|\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?|#\+(?:BEGIN|END)_[A-Za-z]+(?:[ \t].*)?)?\s*$/u;

/** Throws if bytes of the line outside all segments are neither blank nor syntax. */
function checkLine(bytes: Uint8Array, covered: Uint8Array, start: number, end: number): void {
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && covered[to] === 0) to++;
    // Most stretches are the blanks between two segments.
    if (!isBlank(bytes, from, to)) {
      const gap = decoder.decode(bytes.subarray(from, to));
      const after =
        from === start || covered.subarray(start, from).every((mark) => mark === 2)
          ? gap.replace(PREFIX, '')
          : gap;
      const isOpening = to < end && /^#{1,6}\s+$/.test(after);
      const isClosing = to === end && /^\s+#+\s*$/.test(after);
      const isMarks = to === end && from === start && MARKS_ONLY.test(after);
      if (after.trim() !== '' && !isOpening && !isClosing && !isMarks)
        expect(`${JSON.stringify(gap)} of ${JSON.stringify(decoder.decode(bytes))} is in no segment`).toBe(
          '',
        );
    }
    from = to;
    while (from < end && covered[from] !== 0) from++;
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== 32 && bytes[i] !== 9) return false;
  return true;
}
