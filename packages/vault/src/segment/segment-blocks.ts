import type { Block, BlockContainer, BlockTree } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { Steps } from '../parse/steps.ts';
import type { NoteBlockId, Segment, SegmentContainer, SegmentKind } from '../parsed-note.ts';
import type { ParsedTurns } from '../turns/remember-parsed-turns.ts';
import type { TurnsOfNote } from '../turns/turns-of-note.ts';
import { createHeadingStack } from './heading-stack.ts';
import { segmentProse } from './segment-prose.ts';
import { segmentTable } from './segment-table.ts';
import { trimRange } from './trim-range.ts';

/** Data that all segments of a block share. */
export interface BlockContext {
  readonly note: NoteText;
  readonly block: number;
  readonly within: readonly SegmentContainer[];
  readonly footnote: string | undefined;
  /** The kind of the block's sentences without marks of their own. */
  readonly kind: SegmentKind;
}

/** A segment before it is placed under headings and list items. */
export type DraftSegment = Omit<Segment, 'headingPath' | 'parent' | 'within' | 'block' | 'turn'> & {
  /** True if its words mark it as a quotation although no container does. */
  readonly isQuoted?: boolean;
};

/** Turns blocks into segments, in file order, each under its headings and list item. The segments of `known` are not read again. */
export function* segmentBlocks(
  note: NoteText,
  tree: BlockTree,
  turns: TurnsOfNote | null = null,
  known: ParsedTurns | null = null,
): Steps<{ segments: Segment[]; blockIds: NoteBlockId[] }> {
  const segments: Segment[] = [...(known?.segments ?? [])];
  const blockIds: NoteBlockId[] = [...(known?.blockIds ?? [])];
  const headings = createHeadingStack(tree.containers);
  const places = describeContainers(note, tree);
  const firstOfItem = new Map<number, number>();
  for (const [index, block] of tree.blocks.entries()) {
    if (known !== null && index < known.blocks.length) continue;
    yield block.end - block.start;
    const place = places[block.container + 1] as Place;
    headings.leaveFor(block.container);
    const opensItem =
      place.item !== -1 && !firstOfItem.has(place.item) && tree.containers[block.container]?.kind === 'item';
    const kind = opensItem ? 'list_item' : place.footnote === undefined ? 'sentence' : 'footnote';
    const context: BlockContext = {
      note,
      block: index,
      within: place.within,
      footnote: place.footnote,
      kind,
    };
    const drafts = segmentBlock(block, context, blockIds);
    const parent = enclosingSegment(place.item, opensItem, tree.containers, firstOfItem);
    if (opensItem && drafts.length > 0) firstOfItem.set(place.item, segments.length);
    const within = block.kind === 'table' ? ([...place.within, 'table'] as const) : place.within;
    for (const { isQuoted = false, ...draft } of drafts) {
      const headingPath = headings.path(draft.kind === 'heading' ? block : null, draft.band);
      const around = isQuoted && !within.includes('quote') ? ([...within, 'quote'] as const) : within;
      const turn = turns?.turnOf(place.turn, draft.kind, around);
      segments.push({
        ...draft,
        headingPath,
        within: around,
        block: index,
        parent,
        ...(turn === undefined ? {} : { turn }),
      });
      if (draft.kind === 'heading') headings.push(block, draft);
    }
  }
  return { segments, blockIds };
}

function segmentBlock(block: Block, context: BlockContext, blockIds: NoteBlockId[]): DraftSegment[] {
  switch (block.kind) {
    case 'paragraph':
      return segmentProse(block, context, blockIds);
    case 'heading':
      return segmentHeading(block, context);
    case 'table':
      return segmentTable(block, context);
    case 'break':
      return [];
    case 'html':
      return segmentHtml(block, block.start, context, blockIds);
    default:
      return segmentVerbatim(block, block.kind, context);
  }
}

function segmentHeading(block: Block, { note }: BlockContext): DraftSegment[] {
  const first = block.lines[0];
  const last = block.lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const range = trimRange(note, first.start, last.end);
  if (range === null) return [];
  const span = note.spanOf(range);
  const text = note.text.slice(range.start, range.end);
  return [{ kind: 'heading', span, text, band: note.bandOf(span), level: block.level }];
}

const OPEN = '<!--';
const CLOSE = '-->';

/** HTML is kept whole. If it is a comment, the text after it on its last line is prose. */
function segmentHtml(
  block: Block,
  from: number,
  context: BlockContext,
  blockIds: NoteBlockId[],
): DraftSegment[] {
  const { note } = context;
  const range = trimRange(note, from, block.end);
  if (range === null) return [];
  const close = note.text.startsWith(OPEN, range.start)
    ? note.text.indexOf(CLOSE, range.start + OPEN.length)
    : -1;
  const end = close + CLOSE.length;
  if (close !== -1 && end <= range.end)
    return [
      ...segmentVerbatim({ ...block, start: range.start, end }, 'comment', context),
      ...segmentHtml(block, end, context, blockIds),
    ];
  if (from === block.start) return segmentVerbatim(block, 'html', context);
  return segmentProse({ ...block, kind: 'paragraph', start: range.start, lines: [range] }, context, blockIds);
}

/** Blocks kept whole: code, math, HTML, comments and reference definitions. */
function segmentVerbatim(block: Block, kind: SegmentKind, { note }: BlockContext): DraftSegment[] {
  const range = trimRange(note, block.start, block.end);
  if (range === null) return [];
  const span = note.spanOf(range);
  const text = note.text.slice(range.start, range.end);
  const language = kind === 'code' ? /^[`~]{3,}[ \t]*([^\s`]+)/.exec(text)?.[1] : undefined;
  return [
    {
      kind,
      span,
      text,
      band: note.bandOf(span),
      ...(language === undefined ? {} : { language }),
    },
  ];
}

interface Place {
  /** The frame of the turn; -1 outside of turns. */
  readonly turn: number;
  readonly within: readonly SegmentContainer[];
  readonly item: number;
  readonly footnote: string | undefined;
}

/** Describes each container: entry 0 is the top, entry i + 1 is container i. */
function describeContainers(note: NoteText, tree: BlockTree): Place[] {
  const places: Place[] = [{ turn: -1, within: [], item: -1, footnote: undefined }];
  tree.containers.forEach((container, index) => {
    const outer = places[container.parent + 1] as Place;
    if (container.kind === 'turn') places.push({ ...outer, turn: container.turn ?? -1 });
    else if (container.kind === 'item') places.push({ ...outer, item: index });
    else if (container.kind === 'list') places.push(inside(outer, 'list'));
    else if (container.kind === 'footnote') {
      places.push({ ...inside(outer, 'footnote'), footnote: container.label ?? '' });
    } else places.push(inside(outer, isCallout(note, container) ? 'callout' : 'quote'));
  });
  return places;
}

function inside(outer: Place, kind: SegmentContainer): Place {
  return outer.within.includes(kind) ? outer : { ...outer, within: [...outer.within, kind] };
}

/** True for a quote whose first line is `> [!type]`, as Obsidian reads it. */
export function isCallout(note: Pick<NoteText, 'masked'>, quote: BlockContainer): boolean {
  return CALLOUT.test(note.masked.slice(quote.start, quote.start + 200));
}

const CALLOUT = /^>[ \t]*\[![^\]\r\n]+\]/;

function enclosingSegment(
  item: number,
  opensItem: boolean,
  containers: readonly BlockContainer[],
  firstOfItem: ReadonlyMap<number, number>,
): number | null {
  let at = opensItem ? outerItem(item, containers) : item;
  while (at !== -1) {
    const segment = firstOfItem.get(at);
    if (segment !== undefined) return segment;
    at = outerItem(at, containers);
  }
  return null;
}

function outerItem(item: number, containers: readonly BlockContainer[]): number {
  let at = containers[item]?.parent ?? -1;
  while (at !== -1 && containers[at]?.kind !== 'item') at = containers[at]?.parent ?? -1;
  return at;
}
