import type { PassageBlock } from '@memora/language/passages';
import type { ParsedNote, Segment, SegmentKind } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import { isBookkeepingKey } from '../is-bookkeeping-key.ts';
import type { PassageChoice } from './read-passages.ts';

/** In no passage unless they have a claim. Comments are hidden from readers; html and references are not prose. */
const SILENT: ReadonlySet<SegmentKind> = new Set(['comment', 'reference', 'html']);

const NOTHING: ReadonlySet<number> = new Set();

/** Returns the segments of a note as passage blocks, and the segment of each block. Secret and hidden segments are gaps. */
export function toPassageBlocks(
  note: ParsedNote,
  { claimed, hidden = NOTHING }: PassageChoice,
): { readonly blocks: readonly PassageBlock[]; readonly segments: readonly number[] } {
  const blocks: PassageBlock[] = [];
  const segments: number[] = [];
  const isMemory = isMemoryPath(note.path);
  const depths = depthsOf(note.segments);
  let last: Segment | undefined;
  const put = (index: number, block: PassageBlock): void => {
    blocks.push(block);
    segments.push(index);
  };
  for (const [index, segment] of note.segments.entries()) {
    const { kind, band, span, level } = segment;
    const text = segment.prose ?? segment.text;
    const place = { start: span.start, end: span.end, text };
    const isSilent = SILENT.has(kind) || isOfFile(note, segment, isMemory);
    if (hidden.has(index) || band === 'secret') put(index, { ...place, kind: 'gap' });
    else if (isSilent && !claimed.has(index)) {
      // A passage may contain html if everyone who may see the passage may see the html.
      if (kind === 'comment' || band !== last?.band) put(index, { ...place, kind: 'gap' });
    } else if (kind === 'heading')
      put(index, {
        ...place,
        kind,
        part: band,
        ...(level !== undefined && { level }),
        ...(claimed.has(index) && { isKept: true }),
      });
    else
      put(index, {
        ...place,
        ...shapeOf(segment),
        ...(segment.block >= 0 && { block: segment.block }),
        ...(depths[index] !== null && { depth: depths[index] as number }),
        ...voiceOf(segment),
        part: partOf(segment),
      });
    last = segment;
  }
  return { blocks, segments };
}

/**
 * True for frontmatter about the note as a file, and for all frontmatter of a memory, which is written by code: answers would begin with these lines. The words
 * that a memory quotes are a person's.
 */
function isOfFile(note: ParsedNote, { kind, field }: Segment, isMemory: boolean): boolean {
  if (kind !== 'property') return false;
  return isMemory ? field?.key !== 'quote' : isBookkeepingKey(note, field?.key ?? '');
}

function shapeOf({ kind, isHeader, within }: Segment): Pick<PassageBlock, 'kind' | 'isHeader' | 'depth'> {
  if (kind === 'table_row') return { kind: 'row', ...(isHeader && { isHeader }) };
  if (kind === 'property') return { kind: 'item', depth: 0 };
  if (kind === 'code' || kind === 'math') return { kind: 'code' };
  return { kind: within.includes('list') ? 'item' : 'paragraph' };
}

/** Frontmatter and each turn of a conversation note are separate parts. */
function partOf({ kind, band, turn }: Segment): string {
  if (kind === 'property') return `${band} property`;
  return turn === undefined ? band : `${band} turn ${turn.index} ${turn.role}`;
}

function voiceOf({ turn }: Segment): { readonly speaker?: string } {
  return turn === undefined ? {} : { speaker: turn.name ?? turn.role };
}

/** Returns how many list items contain each segment, not counting the one that it opens; null outside lists. */
function depthsOf(segments: readonly Segment[]): readonly (number | null)[] {
  const depths: (number | null)[] = [];
  for (const { parent, within } of segments)
    depths.push(parent !== null ? (depths[parent] ?? 0) + 1 : within.includes('list') ? 0 : null);
  return depths;
}
