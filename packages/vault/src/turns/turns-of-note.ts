import { toSpan } from '@memora/core';
import { findTurnFrames, isConversation, type TurnFrame } from '@memora/core/internal';
import { diagnose } from '../frontmatter/read-frontmatter.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { NoteBlockId, NoteDiagnostic, SegmentContainer, SegmentKind } from '../parsed-note.ts';
import { listTurns } from './read-turns.ts';
import type { NoteTurn, SegmentTurn } from './turn.ts';

/** The data about turns that the steps of the parser need. */
export interface TurnsOfNote {
  readonly frames: readonly TurnFrame[];
  readonly turns: readonly NoteTurn[];
  /** The turn of a segment in a frame; -1 for text between the turns. */
  readonly turnOf: (frame: number, kind: SegmentKind, within: readonly SegmentContainer[]) => SegmentTurn;
  /** The ids of the turns, and other block ids. No text of a turn can name itself `t<n>`. */
  readonly withTurnIds: (found: readonly NoteBlockId[]) => NoteBlockId[];
  readonly diagnostics: readonly NoteDiagnostic[];
}

/** Null for a note that is not a conversation. */
export function readTurnsOfNote(bytes: Uint8Array, note: NoteText, bodyStart: number): TurnsOfNote | null {
  if (!isConversation(bytes)) return null;
  const frames = findTurnFrames(bytes);
  const turns = listTurns(note, bodyStart, frames);
  return {
    frames,
    turns,
    turnOf: (frame, kind, within) => {
      const head = frames[frame]?.head ?? null;
      if (head === null) return { index: null, role: 'unknown', at: null, name: null, own: false };
      const { index, role, at, name, attached } = head;
      const isQuoted = kind === 'code' || within.includes('quote') || within.includes('callout');
      return { index, role, at, name, own: !attached && !isQuoted };
    },
    withTurnIds: (found) =>
      [
        ...frames.flatMap(({ head }) =>
          head === null
            ? []
            : {
                id: `t${head.index}`,
                span: toSpan(head.id.start, head.id.end),
              },
        ),
        ...found.filter(({ id }) => !/^t\d+$/iu.test(id)),
      ].sort((a, b) => a.span.start - b.span.start),
    diagnostics: turns
      .filter(({ role }) => role === 'unknown')
      .map(({ span }) =>
        diagnose(
          note,
          'TURN_DAMAGED',
          note.table.toUtf16(span.start),
          'This turn of the conversation is damaged: its speaker is unknown.',
        ),
      ),
  };
}
