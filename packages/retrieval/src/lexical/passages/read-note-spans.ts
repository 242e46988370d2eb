import type { SqliteClaimStore } from '@memora/claims';
import { type Span, toSpan } from '@memora/core';

/**
 * Returns the spans of a note's passages, in bytes of its file as indexed. Secret, erased or forgotten text is in none of them. A note with erased
 * text that has not been indexed again has no spans.
 */
export function readNoteSpans(
  { database, noteKeyAt }: Pick<SqliteClaimStore, 'database' | 'noteKeyAt'>,
  notePath: string,
): Span[] {
  const note = noteKeyAt(notePath);
  if (note === undefined) return [];
  const rows = database
    .prepare<[number], readonly [number, number]>(
      'SELECT span_start, span_end FROM lexical_passages WHERE note = ? ORDER BY span_start',
    )
    .raw()
    .all(note) as (readonly [number, number])[];
  return rows.map(([start, end]) => toSpan(start, end));
}
