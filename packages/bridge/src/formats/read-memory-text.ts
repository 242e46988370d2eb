import type { Band, SpanLike } from '@memora/core';
import { compareBands } from '@memora/core';
import { type ParsedNote, parseNote, type Segment } from '@memora/vault';

/** A statement of a Markdown text: a paragraph, an item, a row of a table. */
interface TextPiece {
  readonly text: string;
  readonly span: SpanLike;
  readonly heading: string | null;
  readonly band: Band;
}

const PROSE = new Set(['sentence', 'list_item', 'task', 'table_row', 'field', 'definition', 'footnote']);
/** A line that looks like a heading. */
const LABEL = /^(?:\*\*[^*]+\*\*|__[^_]+__):?$|^[^.!?]{1,60}:$/u;

/** The statements of a Markdown text, in order. */
export function readMemoryText(text: string | Uint8Array, path = 'memory.md'): readonly TextPiece[] {
  return piecesOf(typeof text === 'string' ? new TextEncoder().encode(text) : text, path).pieces;
}

/** Like {@link readMemoryText}, with the parsed note. */
export function piecesOf(
  bytes: Uint8Array,
  path: string,
): { readonly note: ParsedNote; readonly pieces: readonly TextPiece[] } {
  const note = parseNote(bytes, { path });
  const decoder = new TextDecoder();
  const groups: Segment[][] = [];
  let label: string | null = null;
  for (const segment of note.segments) {
    if (!PROSE.has(segment.kind) || segment.isHeader === true) continue;
    const last = groups.at(-1);
    const isSame = last !== undefined && last[0]?.block === segment.block && segment.kind !== 'table_row';
    if (isSame) last.push(segment);
    else groups.push([segment]);
  }
  const pieces = groups.flatMap((group): TextPiece[] => {
    const [first, last] = [group[0] as Segment, group.at(-1) as Segment];
    const span = { start: first.span.start, end: last.span.end };
    const isWhole = group.every(({ prose }) => prose === undefined);
    const raw = isWhole
      ? decoder.decode(bytes.subarray(span.start, span.end))
      : group.map(({ prose, text }) => prose ?? text).join(' ');
    const said = raw.replace(/\s*\r?\n\s*/gu, ' ').trim();
    if (LABEL.test(said)) {
      label = said.replace(/[*_:]/gu, '').trim();
      return [];
    }
    if (!/[\p{L}\p{N}]/u.test(said)) return [];
    return [
      {
        text: said,
        span,
        heading: first.headingPath.at(-1) ?? label,
        band: group.map(({ band }) => band).reduce((a, b) => (compareBands(a, b) >= 0 ? a : b)),
      },
    ];
  });
  return { note, pieces };
}
