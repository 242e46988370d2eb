import type { SqliteClaimStore } from '@memora/claims';
import { type Span, toSpan } from '@memora/core';

/**
 * Where the passages of a note are, in bytes of its file as it was indexed. What is secret, erased or forgotten is in none; a note of which something
 * was erased and that was not indexed again has none.
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
