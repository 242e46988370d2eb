import { isDeepStrictEqual } from 'node:util';
import { type NewTurn, type ParsedNote, parseNote, readTurns, renderTurns } from '../index.ts';
import { toTurnName, toTurnText } from '../turns/render-turns.ts';
import { toConversationNote } from './conversation-fragments.ts';

/** Returns what is wrong with a conversation that was written and read back; null if every turn is unchanged and separate. */
export function checkConversation(turns: readonly NewTurn[]): string | null {
  const bytes = toConversationNote(renderTurns(turns));
  const note = parseNote(bytes, { path: 'c.md' });
  const read = readTurns(note).map(({ span: _, line: __, ...turn }) => turn);
  if (!isDeepStrictEqual(read, turns.map(asSaid))) return 'a turn is not what was said';
  let end = 0;
  for (const { span, text, turn, kind } of note.segments) {
    if (span.start < end) return 'segments overlap';
    end = span.end;
    if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(span.start, span.end)) !== text)
      return 'a segment is not its bytes';
    if (kind === 'property') continue;
    const frame = note.turns.find((one) => one.span.start <= span.start && one.span.end >= span.end);
    if (
      frame === undefined ||
      turn?.index !== frame.index ||
      turn.role !== turns[(frame.index ?? 0) - 1]?.role
    )
      return 'a segment has another speaker than its turn';
  }
  const isAlone = turns.every((turn, i) => {
    const alone = parseNote(toConversationNote(renderTurns([turn])), { path: 'c.md' });
    return isDeepStrictEqual(contentOf(note, i), contentOf(alone, 0));
  });
  return isAlone ? null : 'a turn is read otherwise than alone';
}

/** A turn as a note can hold it. */
function asSaid({ role, text, at, name = '', attached = false }: NewTurn, index: number) {
  return {
    index: index + 1,
    role,
    at: at === undefined ? null : at.replace('.000Z', 'Z'),
    name: toTurnName(name) || null,
    attached,
    text: toTurnText(text),
  };
}

type Placed = { readonly span: { readonly start: number; readonly end: number } };

/** Everything a reader learns about one turn, except its position: structure, bands, links and tags. */
function contentOf(note: ParsedNote, index: number) {
  const { start, end } = note.turns[index]?.span ?? { start: 0, end: 0 };
  const isInside = ({ span }: Placed): boolean => span.start >= start && span.end <= end;
  return {
    segments: note.segments.filter(isInside).map(({ span, parent: _, block: __, turn, cells, ...rest }) => ({
      ...rest,
      cells: cells?.map(({ text }) => text),
      at: span.start - start,
      turn: { ...turn, index: 0 },
    })),
    links: note.links.filter(isInside).map(({ span, ...link }) => ({ ...link, at: span.start - start })),
    tags: note.tagSpans.filter(isInside).map(({ span, ...tag }) => ({ ...tag, at: span.start - start })),
    blockIds: note.blockIds.filter(isInside).map(({ id }) => id),
  };
}
