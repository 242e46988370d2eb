import { toSpan } from '@memora/core';
import type { TurnFrame } from '@memora/core/internal';
import type { NoteText } from '../parse/note-text.ts';
import type { ParsedNote } from '../parsed-note.ts';
import type { NoteTurn } from './turn.ts';

/** The turns of a conversation note in file order; empty for every other note. A damaged turn has the role `unknown`. */
export function readTurns(note: Pick<ParsedNote, 'turns'>): readonly NoteTurn[] {
  return note.turns;
}

/** The turns of the note's frames, and the text between them. */
export function listTurns(note: NoteText, bodyStart: number, frames: readonly TurnFrame[]): NoteTurn[] {
  const turns: NoteTurn[] = [];
  let at = bodyStart;
  const addBetween = (end: number): void => {
    const found = trimmed(note.text, at, end);
    if (found === null || LONE_ID.test(note.text.slice(found.start, found.end))) return;
    const span = note.spanOf(found);
    const text = note.text.slice(found.start, found.end).replace(/\r\n?/gu, '\n');
    turns.push({ ...UNKNOWN, text, span, line: note.lineOf(found.start) });
  };
  for (const frame of frames) {
    const start = note.table.toUtf16(frame.start);
    addBetween(start);
    turns.push({
      ...readHead(frame),
      text: readText(note, frame),
      span: toSpan(frame.start, frame.end),
      line: note.lineOf(start),
    });
    at = note.table.toUtf16(frame.head?.id.end ?? frame.end);
  }
  addBetween(note.text.length);
  return turns;
}

/** The id of a turn that is itself reported as damaged. */
const LONE_ID = /^\^t\d+$/u;

const UNKNOWN = { index: null, role: 'unknown', at: null, name: null, attached: false } as const;

function readHead({ head }: TurnFrame): Pick<NoteTurn, 'index' | 'role' | 'at' | 'name' | 'attached'> {
  if (head === null) return UNKNOWN;
  const { index, role, at, name, attached } = head;
  return { index, role, at, name, attached };
}

function readText(note: NoteText, { lines, hasHead }: TurnFrame): string {
  return (hasHead ? lines.slice(1) : lines)
    .map(({ start, end }) =>
      note.text.slice(note.table.toUtf16(start), note.table.toUtf16(end)).replace(/^> ?/u, ''),
    )
    .join('\n');
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  let end = to;
  while (start < end && /\s/u.test(text[start] as string)) start++;
  while (end > start && /\s/u.test(text[end - 1] as string)) end--;
  return start < end ? { start, end } : null;
}
