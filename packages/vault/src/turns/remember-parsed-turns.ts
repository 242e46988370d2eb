import type { Band } from '@memora/core';
import type { TurnFrame } from '@memora/core/internal';
import type { Block, BlockContainer, BlockTree } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { NoteBlockId, Segment } from '../parsed-note.ts';

/** The parsed first turns of a conversation note. */
export interface ParsedTurns {
  /** The number of frames in these turns. */
  readonly frames: number;
  /** The UTF-16 offset at which the last of them ends. */
  readonly end: number;
  readonly blocks: readonly Block[];
  readonly containers: readonly BlockContainer[];
  readonly segments: readonly Segment[];
  readonly blockIds: readonly NoteBlockId[];
}

interface Remembered extends ParsedTurns {
  readonly noteBand: Band;
  readonly bodyStart: number;
  /** The text of the note up to the start of the next frame. */
  readonly text: string;
}

/** Maximum number of conversations that one process follows at once. */
const MOST_NOTES = 8;
/** Shorter conversations parse quickly enough. */
const LEAST_FRAMES = 16;

let latest: readonly Remembered[] = [];

/**
 * The parsed turns of a conversation note before it grew: a session appends to a note that may have hundreds of turns, and no turn affects another. Null if
 * nothing is cached or the old text has changed.
 */
export function recallParsedTurns(
  note: NoteText,
  bodyStart: number,
  frames: readonly TurnFrame[],
): ParsedTurns | null {
  if (!isPlain(note) || frames.length <= LEAST_FRAMES) return null;
  const known = latest.find(
    (each) =>
      each.noteBand === note.noteBand &&
      each.bodyStart === bodyStart &&
      each.frames < frames.length &&
      note.text.startsWith(each.text),
  );
  return known ?? null;
}

/** Caches the parsed turns of a note, except the last one, until others replace them. Nothing is kept of a note with secret parts. */
export function rememberParsedTurns(
  note: NoteText,
  bodyStart: number,
  frames: readonly TurnFrame[],
  { blocks, containers, cuts = [] }: BlockTree,
  { segments, blockIds }: Pick<ParsedTurns, 'segments' | 'blockIds'>,
): void {
  const [before, last] = frames.slice(-2);
  if (!isPlain(note) || cuts.length > 0 || frames.length <= LEAST_FRAMES) return;
  if (before === undefined || last === undefined) return;
  const end = note.table.toUtf16(before.end);
  const kept = blocks.filter(({ start }) => start < end);
  // A heading between the turns applies to what follows it.
  if (kept.some(({ kind, container }) => kind === 'heading' && container === -1)) return;
  const text = note.text.slice(0, note.table.toUtf16(last.start) + 1);
  const remembered: Remembered = {
    noteBand: note.noteBand,
    bodyStart,
    text,
    frames: frames.length - 1,
    end,
    blocks: kept,
    containers: containers.filter(({ start }) => start < end),
    segments: segments.filter(({ block }) => block < kept.length),
    blockIds: blockIds.filter(({ span }) => span.start < before.end),
  };
  latest = [remembered, ...latest.filter((each) => !text.startsWith(each.text))].slice(0, MOST_NOTES);
}

/** True if no part of it is secret and its offsets are those of its text. */
function isPlain({ noteBand, unmarked, valid }: NoteText): boolean {
  return noteBand !== 'secret' && unmarked && valid;
}
