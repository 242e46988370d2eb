import { isSpanWithin, type SpanLike } from '@memora/core';
import { vaultError } from '../vault-error.ts';

/** Replaces the bytes of a span. An empty span inserts. */
export interface NoteEdit {
  readonly span: SpanLike;
  readonly replacement: string | Uint8Array;
}

/** Returns the bytes with the edits applied; all other bytes stay. Throws `EDIT_INVALID` if spans overlap or do not fit. */
export function applyEdits(bytes: Uint8Array, edits: readonly NoteEdit[]): Uint8Array {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { span, replacement } of ordered) {
    if (!isSpanWithin(span, bytes.length) || span.start < at) {
      throw vaultError(
        'EDIT_INVALID',
        `The edit at [${span.start}, ${span.end}) overlaps another or lies outside the note.`,
      );
    }
    parts.push(bytes.subarray(at, span.start));
    parts.push(typeof replacement === 'string' ? new TextEncoder().encode(replacement) : replacement);
    at = span.end;
  }
  parts.push(bytes.subarray(at));
  return new Uint8Array(Buffer.concat(parts));
}
