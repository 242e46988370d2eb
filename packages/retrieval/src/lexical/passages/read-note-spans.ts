import type * as Sqlite from '@memora/claims/sqlite';
import { type Span, toSpan } from '@memora/core';

/**
 * Where the passages of a note are, in bytes of its file as it was indexed. What is secret, erased or forgotten is in none; a note of which something
 * was erased and that was not indexed again has none.
 */
export function readNoteSpans(db: Sqlite.Database, notePath: string): Span[] {
  const rows = db
    .prepare<[string], readonly [number, number]>(
      `SELECT p.span_start, p.span_end FROM lexical_passages p JOIN note ON note.key = p.note
       WHERE note.path = ? ORDER BY p.span_start`,
    )
    .raw()
    .all(notePath) as (readonly [number, number])[];
  return rows.map(([start, end]) => toSpan(start, end));
}
