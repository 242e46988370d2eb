import type { SqliteClaimStore } from '@memora/claims';
import { type Span, toSpan } from '@memora/core';
import { prepareQuery } from '../../queries/prepare-query.ts';

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
  const rows = prepareQuery(database, 'spansByStart').all(note);
  return rows.map(({ span_start: start, span_end: end }) => toSpan(start, end));
}
