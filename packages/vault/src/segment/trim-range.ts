import type { NoteText } from '../parse/note-text.ts';

/** The range without surrounding white space and marker filler; `null` if nothing is left. */
export function trimRange(note: NoteText, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  let end = to;
  while (start < end && isBlankUnit(note, start)) start++;
  while (end > start && isBlankUnit(note, end - 1)) end--;
  return start < end ? { start, end } : null;
}

function isBlankUnit(note: NoteText, at: number): boolean {
  const code = note.masked.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (!note.unmarked && note.masked[at] === note.filler);
}
