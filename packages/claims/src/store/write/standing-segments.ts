import type { NoteWork } from '../note-work.ts';

/** Returns segments that were not extracted, or whose extraction failed: their existing claims stay. */
export function standingSegments(work: NoteWork): Set<number> {
  const { note, asked, extraction } = work;
  if (asked.length === note.segments.length) return new Set(extraction.failed.keys());
  const standing = new Set(note.segments.keys());
  for (const index of asked) if (!extraction.failed.has(index)) standing.delete(index);
  return standing;
}
