import { segmentSentences } from '@memora/language/sentences';
import type { Block, Range } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { NoteBlockId, SegmentKind } from '../parsed-note.ts';
import { cutLongText, LONGEST_STATEMENT } from './cut-long-text.ts';
import { hideInnerStops } from './mask-inline-syntax.ts';
import { orgSections } from './org-sections.ts';
import { readField } from './read-field.ts';
import type { BlockContext, DraftSegment } from './segment-blocks.ts';
import { toPlainText } from './to-plain-text.ts';
import { trimRange } from './trim-range.ts';

const BLOCK_ID = /(?:^|[ \t])(\^[A-Za-z0-9-]+)$/;
const TASK = /^\[([^\r\n[\]])\](?:[ \t]+|$)/u;
const CALLOUT_HEAD = /^\[![^\]\r\n]+\][+-]?[ \t]*/;
const INLINE_FIELD = /[[(]([\p{L}][^:[\]()\r\n]{0,60}?)::[ \t]*([^[\]()\r\n]*)[\])]/gu;

/** A paragraph as segments: fields and definitions line by line, everything else sentence by sentence. */
export function segmentProse(block: Block, context: BlockContext, blockIds: NoteBlockId[]): DraftSegment[] {
  const { note } = context;
  const lines = block.lines.flatMap((line) => trimRange(note, line.start, line.end) ?? []);
  takeBlockId(note, lines, blockIds);
  if (lines.length === 0) return [];
  const sections = orgSections(note, lines);
  if (sections === null) return segmentLines(lines, context);
  return sections.flatMap(({ lines: inside, place }) => {
    if (place === 'code') return [codeSegment(note, inside)];
    const drafts = segmentLines(inside, context);
    return place === 'text' ? drafts : drafts.map((draft) => ({ ...draft, isQuoted: true }));
  });
}

/** The lines between `#+BEGIN_SRC` and its end, as one segment. */
function codeSegment(note: NoteText, lines: readonly Range[]): DraftSegment {
  const range = { start: (lines[0] as Range).start, end: (lines.at(-1) as Range).end };
  const span = note.spanOf(range);
  return { kind: 'code', span, text: note.text.slice(range.start, range.end), band: note.bandOf(span) };
}

function segmentLines(lines: Range[], context: BlockContext): DraftSegment[] {
  const { note } = context;
  const head = takeHead(note, lines, context);
  const drafts: DraftSegment[] = [];
  for (const run of splitRuns(note, lines, head.title)) {
    if (run.field === null) for (const draft of segmentRun(run.lines, context, head)) drafts.push(draft);
    else drafts.push(fieldSegment(run, context, head));
  }
  return drafts;
}

interface Head {
  readonly kind: SegmentKind;
  readonly task?: { readonly done: boolean; readonly mark: string };
  /** The title line of a callout, as a separate unit. */
  readonly title: Range | null;
}

/** Removes a task box or a callout's type from the first line. */
function takeHead(note: NoteText, lines: Range[], context: BlockContext): Head {
  const first = lines[0];
  if (first === undefined) return { kind: context.kind, title: null };
  const text = note.masked.slice(first.start, first.end);
  if (context.kind === 'list_item') {
    const box = TASK.exec(text);
    if (box === null) return { kind: 'list_item', title: null };
    cut(note, lines, first, box[0].length);
    const mark = box[1] as string;
    return { kind: 'task', task: { done: mark === 'x' || mark === 'X', mark }, title: null };
  }
  const callout = context.within.includes('callout') ? CALLOUT_HEAD.exec(text) : null;
  const title = callout === null ? null : cut(note, lines, first, callout[0].length);
  return { kind: context.kind, title };
}

function cut(note: NoteText, lines: Range[], first: Range, length: number): Range | null {
  const rest = trimRange(note, first.start + length, first.end);
  if (rest === null) lines.shift();
  else lines[0] = rest;
  return rest;
}

function takeBlockId(note: NoteText, lines: Range[], blockIds: NoteBlockId[]): void {
  const last = lines.at(-1);
  if (last === undefined) return;
  const text = note.masked.slice(last.start, last.end);
  if (!text.includes('^')) return;
  const match = BLOCK_ID.exec(text);
  if (match === null) return;
  const name = match[1] as string;
  const start = last.end - name.length;
  blockIds.push({ id: name.slice(1), span: note.spanOf({ start, end: last.end }) });
  const rest = trimRange(note, last.start, start);
  if (rest === null) lines.pop();
  else lines[lines.length - 1] = rest;
}

const STOP = /[.!?:…。！？：]$/u;

interface Run {
  readonly lines: Range[];
  readonly field: {
    readonly key: string;
    readonly value: string;
    readonly kind: 'field' | 'definition';
  } | null;
}

/**
 * Groups lines: each `key:: value` alone; `Key: value` lines alone if they can't be part of a wrapped sentence; the rest in runs that end at hard line breaks.
 */
function splitRuns(note: NoteText, lines: readonly Range[], title: Range | null): Run[] {
  // A value of thousands of characters is running text and is cut into sentences like any other.
  const fields = lines.map((line) =>
    line.end - line.start > LONGEST_STATEMENT ? null : readField(note.masked.slice(line.start, line.end)),
  );
  // A definition inside prose starts after a full stop and ends at the end of its line.
  const defines = (i: number): boolean => {
    const before = lines[i - 1];
    const isStart =
      before === undefined ||
      fields[i - 1] !== null ||
      STOP.test(note.masked.slice(before.start, before.end));
    return isStart && (i + 1 === lines.length || fields[i + 1] !== null);
  };
  const runs: Run[] = [];
  let open: Range[] | null = null;
  lines.forEach((line, i) => {
    const field = fields[i] ?? null;
    if (field !== null && (field.kind === 'field' || field.isMarked || defines(i))) {
      runs.push({ lines: [line], field });
      open = null;
      return;
    }
    if (open === null) {
      open = [line];
      runs.push({ lines: open, field: null });
    } else open.push(line);
    const next = lines[i + 1];
    if (line === title || (next !== undefined && endsHard(note, line, next))) open = null;
  });
  return runs;
}

/** A backslash or two spaces before the line ending: the writer broke the line on purpose. */
function endsHard(note: NoteText, line: Range, next: Range): boolean {
  return note.masked[line.end - 1] === '\\' || /^ {2,}[\r\n]/.test(note.masked.slice(line.end, next.start));
}

function fieldSegment(run: Run, { note, footnote }: BlockContext, head: Head): DraftSegment {
  const line = run.lines[0] as Range;
  const span = note.spanOf(line);
  const field = run.field as NonNullable<Run['field']>;
  return {
    kind: field.kind,
    span,
    text: note.text.slice(line.start, line.end),
    band: note.bandOf(span),
    field: {
      key: toPlainText(withoutFiller(note, field.key)),
      value: withoutFiller(note, field.value).trim(),
    },
    ...(head.task === undefined ? {} : { task: head.task }),
    ...(footnote === undefined ? {} : { footnote }),
  };
}

function segmentRun(lines: readonly Range[], context: BlockContext, head: Head): DraftSegment[] {
  const { note, footnote } = context;
  const first = lines[0] as Range;
  const last = lines.at(-1) as Range;
  const flat = flatten(note, lines);
  const sentences = segmentSentences(hideInnerStops(flat)).flatMap((range) => cutLongText(flat, range));
  return sentences.flatMap(({ start, end }): DraftSegment[] => {
    const range = trimRange(note, first.start + start, Math.min(first.start + end, last.end));
    if (range === null) return [];
    const span = note.spanOf(range);
    const text = note.text.slice(range.start, range.end);
    const prose = lines.length === 1 && note.unmarked ? text : readProse(note, lines, range);
    const inlineFields = text.includes('::') ? readInlineFields(prose) : [];
    return [
      {
        kind: head.kind,
        span,
        text,
        band: note.bandOf(span),
        ...(prose === text ? {} : { prose }),
        ...(head.task === undefined ? {} : { task: head.task }),
        ...(footnote === undefined ? {} : { footnote }),
        ...(inlineFields.length === 0 ? {} : { inlineFields }),
      },
    ];
  });
}

/** The lines as one string of the same length as their range. Text between them, and markers, become spaces. */
function flatten(note: NoteText, lines: readonly Range[]): string {
  let flat = '';
  let at = (lines[0] as Range).start;
  for (const line of lines) {
    flat += ' '.repeat(line.start - at) + note.masked.slice(line.start, line.end);
    at = line.end;
  }
  return note.unmarked ? flat : flat.replaceAll(note.filler, ' ');
}

/** The text of a sentence without container prefixes and markers, with lines joined by line feeds. */
function readProse(note: NoteText, lines: readonly Range[], range: Range): string {
  const parts: string[] = [];
  for (let i = firstLineAfter(lines, range.start); i < lines.length; i++) {
    const line = lines[i] as Range;
    if (line.start >= range.end) break;
    parts.push(note.masked.slice(Math.max(line.start, range.start), Math.min(line.end, range.end)));
  }
  return withoutFiller(note, parts.join('\n'));
}

/** The first of the ordered lines that ends after `at`. */
function firstLineAfter(lines: readonly Range[], at: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as Range).end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withoutFiller(note: NoteText, text: string): string {
  return note.unmarked ? text : text.replaceAll(note.filler, '');
}

function readInlineFields(text: string): { key: string; value: string }[] {
  return [...text.matchAll(INLINE_FIELD)].map((match) => ({
    key: (match[1] as string).trim(),
    value: (match[2] as string).trim(),
  }));
}
