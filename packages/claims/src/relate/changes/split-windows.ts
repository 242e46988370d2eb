import { type Band, type Span, toSpan } from '@memora/core';
import type { ParsedNote, Segment, SegmentKind } from '@memora/vault';
import { isBookkeepingKey } from '../../prepare/is-bookkeeping-key.ts';
import { shortHash } from '../../prepare/short-hash.ts';

/** A few lines of a note, as shown to a model. All its segments have the same band, and none is secret. */
export interface ChangeWindow {
  /** Bytes of the note, from the first segment to the last. */
  readonly span: Span;
  readonly band: Band;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** The position of each segment in `text`, in UTF-16 units. */
  readonly pieces: readonly { readonly segment: number; readonly start: number; readonly end: number }[];
  /** 53 bits of text and headings. */
  readonly print: number;
}

/** In UTF-16 units: a window takes segments up to this length. */
const WINDOW_LENGTH = 480;
/** A longer segment is data or code and is left out. */
const LONGEST_SEGMENT = 1_500;

const SILENT: ReadonlySet<SegmentKind> = new Set(['heading', 'comment', 'reference', 'html', 'math']);

/** Returns the windows of a note in file order, made of segments within the visible spans. They contain nothing of a secret segment. */
export function splitWindows(note: ParsedNote, visible: readonly Span[]): ChangeWindow[] {
  const windows: ChangeWindow[] = [];
  let open: number[] = [];
  let length = 0;
  const close = (): void => {
    if (open.length > 0) windows.push(toWindow(note, open));
    open = [];
    length = 0;
  };
  for (const [index, segment] of note.segments.entries()) {
    if (segment.kind === 'heading' || segment.band === 'secret') close();
    if (!isShown(note, segment) || !visible.some((span) => holds(span, segment.span))) continue;
    const last = note.segments[open.at(-1) ?? -1];
    const size = wordsOf(segment).length;
    const breaks =
      last !== undefined && (last.band !== segment.band || isProperty(last) !== isProperty(segment));
    if (breaks || length + size > WINDOW_LENGTH) close();
    open.push(index);
    length += size;
  }
  close();
  return windows;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function isShown(note: ParsedNote, segment: Segment): boolean {
  const { kind, band, field } = segment;
  if (band === 'secret' || SILENT.has(kind)) return false;
  if (kind === 'property' && isBookkeepingKey(note, field?.key ?? '')) return false;
  const text = wordsOf(segment);
  return text.length <= LONGEST_SEGMENT && /[\p{L}\p{N}]/u.test(text);
}

function isProperty({ kind }: Segment): boolean {
  return kind === 'property';
}

function wordsOf({ prose, text }: Segment): string {
  return prose ?? text;
}

function toWindow(note: ParsedNote, segments: readonly number[]): ChangeWindow {
  const [first, last] = [note.segments[segments[0] ?? 0], note.segments[segments.at(-1) ?? 0]] as [
    Segment,
    Segment,
  ];
  const pieces: { segment: number; start: number; end: number }[] = [];
  let text = '';
  for (const index of segments) {
    const segment = note.segments[index] as Segment;
    const before = note.segments[pieces.at(-1)?.segment ?? -1];
    if (before !== undefined)
      text += before.block === segment.block && segment.kind === 'sentence' ? ' ' : '\n';
    const words = wordsOf(segment);
    pieces.push({ segment: index, start: text.length, end: text.length + words.length });
    text += words;
  }
  const { headingPath, band } = first;
  return {
    span: toSpan(first.span.start, last.span.end),
    band,
    headingPath,
    text,
    pieces,
    print: shortHash([note.title, ...headingPath, text].join('\u0001')),
  };
}
