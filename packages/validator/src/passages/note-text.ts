import { decodeText, type SpanLike } from '@memora/core';
import { authorOfSource, type BlockPassage, groupPassages } from '@memora/language/passages';
import type { TextRange } from '@memora/language/sentences';
import { type PreparedSource, prepareSource } from '../align/prepare-source.ts';
import type { EvidenceContext } from '../contract/judge.ts';
import type { NoteBytes } from '../evidence/note-bytes.ts';
import { type OutlineBlock, readOutline } from './read-outline.ts';
import { withoutClosingMarks } from './without-closing-marks.ts';

/** A note in the form that statements are compared with, read once for all its citations. */
export interface NoteText {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Prepared for quotes, without hidden text. */
  readonly source: () => PreparedSource;
  /** The words of a range for a reader elsewhere: one blank replaces each hidden part, whatever its length. */
  readonly cut: (range: TextRange) => string;
  readonly toRange: (span: SpanLike) => TextRange;
  readonly toSpan: (range: TextRange) => SpanLike;
  readonly passages: () => readonly NotePassage[];
  /** The passages that a range touches; the nearest one if it touches none. */
  readonly passagesAt: (range: TextRange) => readonly NotePassage[];
  /** True if only the cited spans may be shown to a judge elsewhere. */
  readonly isGuarded: boolean;
}

/** A passage of a note. Offsets are UTF-16. */
export interface NotePassage extends TextRange {
  readonly blocks: readonly OutlineBlock[];
  readonly text: string;
  readonly context: EvidenceContext;
  /** Data that readers of this passage cache in it, by their own keys. */
  readonly kept: Map<unknown, unknown>;
}

const notes = new WeakMap<NoteBytes, NoteText>();

/** Prepares a note once for all its citations. Nothing is read before it is needed. */
export function readNoteText(note: NoteBytes): NoteText {
  const known = notes.get(note) ?? createNoteText(note);
  notes.set(note, known);
  return known;
}

function createNoteText({ bytes, path, title, hidden, isGuarded }: NoteBytes): NoteText {
  let decoded: ReturnType<typeof decodeText> | undefined;
  let shown: string | undefined;
  let source: PreparedSource | undefined;
  let passages: readonly NotePassage[] | undefined;
  const decode = () => {
    decoded ??= decodeText(bytes);
    return decoded;
  };
  const toRange = ({ start, end }: SpanLike) => {
    const { table } = decode();
    return { start: table.toUtf16(start), end: table.toUtf16(end) };
  };
  const textOf = () => {
    shown ??= hidden.reduce((text, span) => blankOut(text, toRange(span)), decode().text);
    return shown;
  };
  const all = () => {
    passages ??= readPassages(textOf(), path, title);
    return passages;
  };
  return {
    path,
    bytes,
    isGuarded,
    source: () => {
      source ??= prepareSource(textOf());
      return source;
    },
    cut: (range) => cutOut(textOf(), range, hidden.map(toRange)),
    toRange,
    toSpan: ({ start, end }) => {
      const { table } = decode();
      return { start: table.toByte(start), end: table.toByte(end) };
    },
    passages: all,
    passagesAt: ({ start, end }) => {
      const list = all();
      const touched = list.slice(countBefore(list, start), countBefore(list, Math.max(start, end - 1)) + 1);
      const inside = touched.filter((passage) => passage.end > start && passage.start < end);
      return inside.length > 0 ? inside : touched.slice(0, 1);
    },
  };
}

/** The index of the first passage that ends after `at`, or of the last passage if none does. */
function countBefore(passages: readonly NotePassage[], at: number): number {
  let [low, high] = [0, passages.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle] as NotePassage).end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function blankOut(text: string, { start, end }: TextRange): string {
  return (
    text.slice(0, start) +
    text.slice(start, end).replace(/[^\r\n]/gu, (sign) => ' '.repeat(sign.length)) +
    text.slice(end)
  );
}

/** The text of a range without hidden parts. Even the length of secret words is not shown. */
function cutOut(text: string, { start, end }: TextRange, hidden: readonly TextRange[]): string {
  let [shown, at] = ['', start];
  for (const part of hidden.toSorted((a, b) => a.start - b.start)) {
    if (part.end <= at || part.start >= end) continue;
    shown += `${text.slice(at, Math.max(at, part.start))} `;
    at = part.end;
  }
  return shown + text.slice(at, Math.max(at, end));
}

function readPassages(text: string, path: string, named: string | null): NotePassage[] {
  const blocks = readOutline(text);
  const front = blocks.slice(
    0,
    Math.max(
      0,
      blocks.findIndex(({ kind }) => kind === 'gap'),
    ),
  );
  const first = blocks.find(({ kind, level }) => kind === 'heading' && level === 1);
  const title = named ?? fieldOf(front, 'title') ?? (first === undefined ? null : onOneLine(first.text));
  const writer = authorOfSource(fieldOf(front, 'source'));
  const author = authorsIn(front);
  const noteDates = datesIn([path, ...front.map((block) => block.text)].join('\n'));
  return groupPassages(blocks).map((passage) => {
    const own = passage.entries.map((at) => blocks[at] as OutlineBlock);
    const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
    return {
      blocks: own,
      start,
      end,
      text: text.slice(start, end),
      context: contextOf(passage, blocks, { title, path, writer, author, noteDates }),
      kept: new Map(),
    };
  });
}

function contextOf(
  { headings, speaker, leadIn, header }: BlockPassage,
  blocks: readonly OutlineBlock[],
  {
    title,
    path,
    writer,
    author,
    noteDates,
  }: {
    title: string | null;
    path: string;
    writer: string | null;
    author: string | null;
    noteDates: readonly string[];
  },
): EvidenceContext {
  const textAt = (at: number) => onOneLine((blocks[at] as OutlineBlock).text);
  const names = headings.map(textAt);
  return {
    title,
    path,
    headings: names,
    dates: [...new Set([...datesIn(names.join('\n')), ...noteDates])].slice(0, MOST_DATES),
    // The author is the speaker of an agent's note, except in quoted speech.
    speaker: speaker ?? writer,
    ...(author !== null && { author }),
    leadIn: leadIn.length === 0 ? null : leadIn.map(textAt).join(' › '),
    header: header === null ? null : textAt(header),
  };
}

const MOST_DATES = 6;
const DATE = /(?<!\d)(?:19|20)\d\d[-/._](?:0[1-9]|1[0-2])(?:[-/._](?:0[1-9]|[12]\d|3[01]))?(?!\d)/gu;

/** Dates in figures, year first, as in file names, headings and frontmatter. */
function datesIn(text: string): string[] {
  return (text.match(DATE) ?? []).map((date) => date.replace(/[/._]/gu, '-'));
}

function fieldOf(front: readonly OutlineBlock[], name: string): string | null {
  const line = front.find(({ text }) => text.startsWith(`${name}:`));
  const value = line?.text
    .slice(name.length + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/u, '$2');
  return value || null;
}

/** The authors in a note's frontmatter, on one line or in a list. Links of a vault count as names. */
function authorsIn(front: readonly OutlineBlock[]): string | null {
  const names: string[] = [];
  let isIn = false;
  for (const { text } of front) {
    const isField = text.startsWith('author:') || text.startsWith('authors:');
    isIn = isField || (isIn && text.trimStart().startsWith('-'));
    const named = [...text.slice(text.indexOf(isField ? ':' : '-') + 1)].filter(
      (sign) => !'[]"'.includes(sign),
    );
    if (isIn && named.length > 0) names.push(onOneLine(named.join('')));
  }
  return names.join(', ') || null;
}

function onOneLine(text: string): string {
  return withoutClosingMarks(text).replace(/\s+/gu, ' ').trim();
}
