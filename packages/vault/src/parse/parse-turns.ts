import type { ByteLine, TurnFrame } from '@memora/core/internal';
import type { ParsedTurns } from '../turns/remember-parsed-turns.ts';
import type { BlockTree, Range } from './block.ts';
import { countNotAfter } from './count-not-after.ts';
import type { NoteText } from './note-text.ts';
import { parseBlocks, type TreeDraft } from './parse-blocks.ts';

/**
 * Parses the body of a conversation note. The text of each turn, without its quote marks, is read as a separate document, so no text can reach into another
 * turn. Text between the turns is read as usual. The blocks of a turn are in a container `turn`. Parsing continues from `known`.
 */
export function parseTurns(
  note: NoteText,
  bodyStart: number,
  frames: readonly TurnFrame[],
  known: ParsedTurns | null = null,
): BlockTree {
  const tree: TreeDraft = {
    blocks: [...(known?.blocks ?? [])],
    containers: [...(known?.containers ?? [])],
    cuts: [],
  };
  let at = known?.end ?? bodyStart;
  frames.forEach((frame, turn) => {
    if (known !== null && turn < known.frames) return;
    const start = note.table.toUtf16(frame.start);
    const end = note.table.toUtf16(frame.end);
    if (start > at) append(tree, parseBlocks(note.masked.slice(at, start), at), -1, keep);
    const container = tree.containers.length;
    tree.containers.push({ kind: 'turn', turn, start, lead: start, end, parent: -1, contentStart: start });
    const { text, map } = readQuoted(note, frame.hasHead ? frame.lines.slice(1) : frame.lines);
    append(tree, parseBlocks(text, 0), container, map);
    at = end;
  });
  const rest = note.masked.slice(at);
  if (rest !== '') append(tree, parseBlocks(rest, at), -1, keep);
  return tree;
}

/** Maps an offset of a parsed text to the note, and the end of a range likewise. */
interface OffsetMap {
  readonly start: (at: number) => number;
  readonly end: (at: number) => number;
  /** The end of a block or container, without trailing blank lines: in the note those are quote marks, which belong to no block. */
  readonly blockEnd: (at: number) => number;
}

const keep: OffsetMap = { start: (at) => at, end: (at) => at, blockEnd: (at) => at };

const BLANKS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 32]);

/** The quote mark of a line, with the space after it. */
const MARK = /^> ?/;

/** Quoted lines without their marks, joined with line feeds. */
function readQuoted(note: NoteText, lines: readonly ByteLine[]): { text: string; map: OffsetMap } {
  const parts: string[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  let length = 0;
  for (const line of lines) {
    const from = note.table.toUtf16(line.start);
    const quoted = note.masked.slice(from, note.table.toUtf16(line.end));
    const mark = MARK.exec(quoted)?.[0].length ?? 0;
    const text = blankIfMarked(note, quoted.slice(mark));
    parts.push(text);
    starts.push(length);
    places.push(from + mark);
    length += text.length + 1;
  }
  const start = (at: number): number => {
    const line = countNotAfter(starts, at) - 1;
    return line < 0 ? at : (places[line] as number) + at - (starts[line] as number);
  };
  // The end of a range is the place after its last unit. At the beginning of a line, that is not the place of the next unit.
  const end = (at: number): number => (at === 0 ? start(0) : start(at - 1) + 1);
  const joined = parts.join('\n');
  const blockEnd = (at: number): number => {
    let last = at;
    while (last > 0 && BLANKS.has(joined.charCodeAt(last - 1))) last--;
    return end(last);
  };
  return { text: joined, map: { start, end, blockEnd } };
}

/** A privacy marker alone on its line is a blank line, as in every note. */
function blankIfMarked({ unmarked, filler }: NoteText, line: string): string {
  return !unmarked && line.includes(filler) && line.replaceAll(filler, '').trim() === ''
    ? ' '.repeat(line.length)
    : line;
}

function append(tree: TreeDraft, added: BlockTree, outer: number, map: OffsetMap): void {
  const { start, end, blockEnd } = map;
  const range = (from: Range): Range => ({ start: start(from.start), end: end(from.end) });
  const shift = tree.containers.length;
  const inside = (container: number): number => (container === -1 ? outer : container + shift);
  for (const container of added.containers) {
    tree.containers.push({
      ...container,
      start: start(container.start),
      end: blockEnd(container.end),
      lead: start(container.lead),
      contentStart: start(container.contentStart),
      parent: inside(container.parent),
    });
  }
  for (const block of added.blocks) {
    tree.blocks.push({
      ...block,
      start: start(block.start),
      end: Math.max(start(block.start), blockEnd(block.end)),
      lines: block.lines.map(range),
      container: inside(block.container),
      ...(block.rows === undefined
        ? {}
        : { rows: block.rows.map((row) => ({ ...row, ...range(row), cells: row.cells.map(range) })) }),
    });
  }
  for (const cut of added.cuts ?? []) tree.cuts.push({ ...cut, at: start(cut.at) });
}
