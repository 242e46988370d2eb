import { decodeString } from 'micromark-util-decode-string';
import type { NoteNode } from './note-view.ts';

/** A range of UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The marked places of a note, and the places that may not be shown. */
export interface NotePlaces {
  readonly marks: readonly TextRange[];
  readonly secrets: readonly TextRange[];
  /** Ranges that are shown and have a different band than the note. */
  readonly bands?: readonly BandRange[];
}

/** A range with its band. */
interface BandRange extends TextRange {
  readonly band: 'public' | 'private' | 'secret';
}

/** Converts the text of a note to strings, marks and placeholders. */
export interface Leaves {
  readonly source: (range: TextRange) => string;
  /** The source of a range, split where marks and secrets begin and end. */
  readonly pieces: (range: TextRange) => NoteNode[];
  /** The value of a text node, whose source may hold escapes and the prefixes of quotes and lists. */
  readonly text: (range: TextRange, value: string) => NoteNode[];
  /** Text with bidirectional control characters made visible. */
  readonly plain: (text: string) => NoteNode[];
  /** True if nothing in the range is marked or secret. */
  readonly isPlain: (range: TextRange) => boolean;
  readonly holdsSecret: (range: TextRange) => boolean;
}

/** Links between notes, and invisible characters that change the direction of the following text. */
const SPECIAL = /!?\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Makes the leaves of one note. */
export function createLeaves(source: string, { marks, secrets, bands = [] }: NotePlaces): Leaves {
  const meets = (ranges: readonly TextRange[], { start, end }: TextRange) =>
    ranges.some((range) => range.start < end && range.end > start);
  const borders = [
    ...new Set([...marks, ...secrets, ...bands].flatMap(({ start, end }) => [start, end])),
  ].sort((a, b) => a - b);

  /** A stretch inside which no range begins or ends. */
  const stretch = (range: TextRange, shown: string): NoteNode[] => {
    if (meets(secrets, range)) return [['secret', {}, []]];
    const inside = plain(shown);
    const marked: NoteNode[] = meets(marks, range) ? [['mark', {}, inside]] : inside;
    const band = bands.find(({ start, end }) => start < range.end && end > range.start)?.band;
    return band === undefined ? marked : [['band', { band }, marked]];
  };
  const cut = ({ start, end }: TextRange): TextRange[] => {
    const at = [start, ...borders.filter((border) => border > start && border < end), end];
    return at.slice(1).map((to, i) => ({ start: at[i] ?? start, end: to }));
  };
  const pieces = (range: TextRange): NoteNode[] =>
    cut(range).flatMap((each) => stretch(each, source.slice(each.start, each.end)));

  return {
    source: ({ start, end }) => source.slice(start, end),
    pieces,
    plain,
    isPlain: (range) => !meets(marks, range) && !meets(secrets, range) && !meets(bands, range),
    holdsSecret: (range) => meets(secrets, range),
    text: (range, value) => {
      const nodes: NoteNode[] = [];
      for (const [i, line] of linesOf(source, range, value).entries()) {
        // The line end, with the prefix that a quote or a list puts before the next line.
        if (i > 0) nodes.push(...stretch({ start: line.start - 1, end: line.start }, '\n'));
        if (line.exact) nodes.push(...cut(line).flatMap((each) => stretch(each, decode(source, each))));
        else nodes.push(...stretch(line, line.value));
      }
      return nodes;
    },
  };
}

interface Line extends TextRange {
  readonly value: string;
  /** True if the source equals the value except for escapes. */
  readonly exact: boolean;
}

/** The source position of each line of a text node. */
function linesOf(source: string, range: TextRange, value: string): Line[] {
  const lines = value.split('\n');
  const written = source.slice(range.start, range.end).split('\n');
  let start = range.start;
  // If an escape represents a line end, the source has other lines; it is then one stretch.
  if (written.length !== lines.length) return [{ ...range, value, exact: false }];
  return lines.map((line, i) => {
    const raw = written[i] ?? '';
    const from = start;
    start += raw.length + 1;
    const at = raw.lastIndexOf(line);
    if (at >= 0 && line !== '')
      return { start: from + at, end: from + at + line.length, value: line, exact: true };
    const exact = decodeString(raw) === line;
    return { start: from, end: from + raw.length, value: line, exact };
  });
}

function decode(source: string, { start, end }: TextRange): string {
  return decodeString(source.slice(start, end));
}

function plain(text: string): NoteNode[] {
  const nodes: NoteNode[] = [];
  let at = 0;
  for (const found of text.matchAll(SPECIAL)) {
    if (found.index > at) nodes.push(text.slice(at, found.index));
    const [whole, target, name] = found;
    if (target === undefined) {
      nodes.push(['control', {}, [`U+${whole.codePointAt(0)?.toString(16).toUpperCase()}`]]);
    } else nodes.push(['wiki', { target: target.trim() }, [(name ?? target).trim()]]);
    at = found.index + whole.length;
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}
