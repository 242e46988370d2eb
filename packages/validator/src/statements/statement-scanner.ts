import { createBlockGroups } from './blocks/block-groups.ts';
import { maskBlock } from './blocks/mask-block.ts';
import { createOpenParagraph, type LineReading } from './blocks/open-paragraph.ts';
import { readBreak } from './blocks/read-break.ts';
import { type Line, readLine } from './blocks/read-line.ts';
import { readRole } from './blocks/read-role.ts';
import {
  AROUND_MARKERS,
  createScannedBlock,
  isDelimiterRow,
  MAY_BE_TABLE,
  NEW_BLOCK,
  type ScannedBlock,
} from './blocks/scanned-block.ts';
import { findMarkers, type MarkerRange, type MarkerReader, settledLength } from './parse-citations.ts';
import { plainText } from './render-markers.ts';
import { splitStatements } from './split-statements.ts';
import { statementStart } from './statement-start.ts';
import type { StatementUnit, UnitRole } from './statement-unit.ts';
import { toOneRange } from './to-one-range.ts';
import { watchForWords } from './watch-for-words.ts';
import { WORDLIKE } from './wordlike.ts';

/** Divides an answer that arrives in pieces into statements. The units do not depend on the pieces. */
interface StatementScanner {
  /** Takes more of the answer and returns the units that no further text can change. */
  readonly push: (text: string) => StatementUnit[];
  /** Ends the answer here, or after a last piece: returns the remaining units, and the text after the last one. */
  readonly end: (text?: string) => { readonly units: StatementUnit[]; readonly tail: string };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Pending text beyond this length is read again only when it has grown by a sixteenth, instead of with every
 * piece, which keeps the cost linear.
 */
const LONG = 1_024;
const BEGUN = /\p{L}[\s\S]{2}/u;

/** Creates a scanner. `readMarkers` finds the markers of a text; `[claim:<id>]` by default. */
export function createStatementScanner(readMarkers: MarkerReader = findMarkers): StatementScanner {
  let text = '';
  let base = 0;
  /** The place after the last unit. */
  let gapStart = 0;
  let lineStart = 0;
  /** The length at which a long pending text is read again. */
  let nextRead = 0;
  let begun = false;
  let open: ScannedBlock | null = null;
  let held: Mutable<StatementUnit> | null = null;
  let table: Line | null = null;
  let units: StatementUnit[] = [];

  /** The paragraph that is open in Markdown. */
  let quotes = 0;
  const groupOf = createBlockGroups();
  const paragraphs = createOpenParagraph();
  const slice = (start: number, end: number) => text.slice(start - base, end - base);
  const markersIn = (start: number, end: number) => [...readMarkers(slice(start, end), start)];

  function read(final: boolean): void {
    const total = base + text.length;
    const settled = final ? total : base + settledLength(text, readMarkers);
    for (;;) {
      const at = text.indexOf('\n', lineStart - base);
      const complete = at !== -1 || final;
      const lineEnd = at !== -1 ? base + at : complete ? total : settled;
      if (lineStart >= total && !begun) break;
      if (begun) grow(open as ScannedBlock, lineEnd);
      else if (complete || mayBegin(lineEnd)) begin(lineEnd);
      else break;
      begun = !complete;
      if (!complete) break;
      lineStart = at === -1 ? total : base + at + 1;
      if (open !== null && open.role !== 'text' && open.role !== 'code') close();
      if (at === -1) break;
    }
    if (final) {
      close();
      release(null);
    } else if (open?.role === 'text' && !(open.lines === 1 && mayBeTable(open)))
      give(open, Math.min(open.end, settled), false);
  }

  /** True if the start of an unfinished line decides its kind, so that its text may be returned early. */
  function mayBegin(end: number): boolean {
    if (table !== null || open?.role === 'code' || end <= lineStart) return false;
    const line = slice(lineStart, end);
    const { kind, content } = readLine(line);
    if (!BEGUN.test(line.slice(content))) return false;
    return (kind === 'text' || kind === 'item') && line[content] !== '|';
  }

  function begin(end: number): void {
    const raw = slice(lineStart, end).replace(/\r$/u, '');
    const line = readLine(raw);
    const content = raw.slice(line.content).trimEnd();
    if (open?.role === 'code') {
      readCode(open, raw, end);
      return;
    }
    if (line.kind === 'blank') {
      table = null;
      paragraphs.read(line, raw);
      close();
      return;
    }
    if (open?.lines === 1 && isDelimiterRow(content) && mayBeTable(open)) {
      open.role = 'head';
      open.end = contentEnd(lineStart, end);
      table = line;
      paragraphs.end();
      quotes = line.quotes;
      open.group = groupOf(line, 'head');
      return;
    }
    if (line.kind !== 'text' || line.quotes !== table?.quotes || line.indent > table.indent + 3) table = null;
    if (table !== null) {
      start(line, end, 'row', NEW_BLOCK);
      return;
    }
    const reading = paragraphs.read(line, raw);
    if (reading.underlines && open !== null) {
      open.level = raw.trimEnd().endsWith('=') ? 1 : 2;
      open.underlined = contentEnd(lineStart, end);
      close();
      return;
    }
    const same = open?.role === 'text' && open.line.quotes === line.quotes ? open : null;
    // A line with only markers belongs to the statement before it, not to the text on the next line.
    const paragraph = same?.given === 0 && same.isMarkersAlone(slice(same.lastLine, same.end)) ? null : same;
    const goesOn =
      paragraph !== null &&
      (reading.joins || (reading.indented && paragraph.reading.indented)) &&
      !isPipeLine(paragraph) &&
      ((line.kind === 'text' && content[0] !== '|') ||
        (line.kind === 'item' && line.laterNumber && !paragraph.line.item));
    if (goesOn) append(paragraph, line, end);
    else if (reading.joins || reading.indented) start(line, end, 'text', reading);
    else if (line.kind === 'rule') close();
    else
      start(
        line,
        end,
        line.kind === 'heading' ? 'heading' : line.kind === 'fence' ? 'code' : 'text',
        reading,
      );
  }

  function start(line: Line, end: number, role: UnitRole, reading: LineReading): void {
    close();
    if (!reading.joins) quotes = line.quotes;
    const from = lineStart + line.content;
    open = createScannedBlock(line, role, reading, {
      lineStart,
      // A line that continues an item's paragraph does not end the list, whatever its indent.
      group: groupOf({ ...line, quotes, indent: reading.joins ? 2 : line.indent }, role),
      from,
      end: Math.max(from, contentEnd(from, end)),
      isMarkersAlone: watchForWords(readMarkers),
    });
  }

  function append(block: ScannedBlock, line: Line, end: number): void {
    const content = lineStart + line.content;
    const before = slice(Math.max(block.lastLine, block.from), lineStart).replace(/\r?\n$/u, '');
    block.breaks.push({
      start: block.end,
      end: content,
      as: readBreak(before, slice(content, end), readMarkers),
    });
    block.lastLine = content;
    block.end = Math.max(content, contentEnd(content, end));
    block.lines++;
  }

  function readCode(block: ScannedBlock, raw: string, end: number): void {
    block.end = contentEnd(lineStart, end);
    block.lines++;
    const bare = raw.replace(/^[\s>]*/u, '').trimEnd();
    const fence = block.line.fence;
    if (bare.length >= fence.length && bare === (fence[0] as string).repeat(bare.length)) close();
  }

  function grow(block: ScannedBlock, end: number): void {
    const from = Math.max(block.lastLine, block.from);
    block.end = Math.max(from, contentEnd(from, end));
  }

  function contentEnd(from: number, end: number): number {
    return from + slice(from, end).trimEnd().length;
  }

  /** A line of cells is a separate block, with or without a table head. */
  function isPipeLine(block: ScannedBlock): boolean {
    return block.role === 'text' && block.given === 0 && slice(block.from, block.from + 1) === '|';
  }

  function mayBeTable(block: ScannedBlock): boolean {
    return block.given === 0 && MAY_BE_TABLE.test(slice(block.from, block.end));
  }

  function close(): void {
    const block = open;
    open = null;
    if (block === null) return;
    if (isPipeLine(block)) block.role = 'row';
    if (block.role === 'text' || block.role === 'heading') give(block, block.end, true);
    else push(block, block.from, block.end, markersIn(block.from, block.end), 0, true);
  }

  /** Returns the statements of a block of running text, up to `end`. */
  function give(block: ScannedBlock, end: number, final: boolean): void {
    const markers = markersIn(block.from, end);
    const masked = maskBlock(slice(block.from, end), block.from, markers, block.breaks);
    const ranges = splitStatements(masked, final, markers, block.from);
    if (WORDLIKE.test(masked)) release(block);
    else if (final && block.given === 0) {
      giveBare(block, masked, markers);
      return;
    }
    const from = block.from;
    let next = 0;
    const startAt = (start: number) => statementStart(masked, from, markers, next, start);
    let begin = block.given === 0 ? from : startAt(ranges[0]?.start ?? 0);
    const firstWord = from + masked.search(WORDLIKE);
    ranges.forEach((range, i) => {
      const last = final && i === ranges.length - 1;
      const until = last
        ? end
        : startAt(ranges[i + 1]?.start ?? range.end + masked.slice(range.end).search(/\S/u));
      const own: MarkerRange[] = [];
      for (let m = markers[next]; m !== undefined && m.start < until; m = markers[++next]) own.push(m);
      const leading = block.given === 0 ? own.filter((m) => m.end <= firstWord).length : 0;
      const stop = Math.max(contentEnd(begin, from + range.end), own.at(-1)?.end ?? 0);
      // If a line above an underline contains several statements, each one is a statement, and the underline
      // stays with all of them.
      if (last && block.underlined > 0 && block.given === 0 && !block.reading.joins) block.role = 'heading';
      push(block, begin, stop, own, leading, last);
      block.from = stop;
      begin = until;
    });
  }

  /**
   * A block that contains only markers belongs to the statement before it. An empty list item is a unit
   * without text.
   */
  function giveBare(block: ScannedBlock, masked: string, markers: MarkerRange[]): void {
    // After an underlined heading, Markdown starts a new block: markers there do not belong to the heading.
    if (
      markers.length > 0 &&
      block.role === 'text' &&
      held?.underline === '' &&
      AROUND_MARKERS.test(masked) &&
      WORDLIKE.test(plainText(held.raw, held.start, held.markers))
    ) {
      held.markers = [...held.markers, toOneRange(markers, held.end, block.end)];
      held.apart ||= !block.reading.joins;
      held.end = block.end;
      held.raw = slice(held.start, held.end);
      held.underline = block.underlined > 0 ? slice(block.end, block.underlined) : '';
      gapStart = held.end + held.underline.length;
    } else push(block, block.from, block.end, markers, markers.length, true);
  }

  function push(
    block: ScannedBlock,
    start: number,
    end: number,
    markers: readonly MarkerRange[],
    leading: number,
    last: boolean,
  ): void {
    const first = block.given++ === 0;
    if (first) release(block);
    const unit: Mutable<StatementUnit> = {
      role: block.role,
      start,
      end,
      raw: slice(start, end),
      gap: slice(gapStart, first ? block.lineStart : start),
      lead: first ? slice(block.lineStart, start) : '',
      first,
      markers,
      apart: false,
      leading,
      level: block.level,
      item: block.line.item,
      indent: block.line.indent,
      group: block.group,
      joins: first && block.reading.joins && block.role !== 'head',
      indented: block.reading.indented,
      underline: last && block.underlined > 0 ? slice(end, block.underlined) : '',
    };
    gapStart = end + unit.underline.length;
    if (last) held = unit;
    else units.push(unit);
  }

  /** Returns the last unit of the block before: only the next block decides whether it is a lead-in. */
  function release(next: ScannedBlock | null): void {
    if (held === null) return;
    const unit = held;
    held = null;
    if (unit.role === 'text') Object.assign(unit, readRole(unit, next !== null));
    units.push(unit);
  }

  return {
    push: (more) => {
      text += more;
      if (text.length < nextRead) return [];
      read(false);
      const given = take();
      nextRead = text.length < LONG ? 0 : text.length + (text.length >> 4);
      return given;
    },
    end: (more = '') => {
      text += more;
      read(true);
      const tail = slice(gapStart, base + text.length);
      return { units: take(), tail };
    },
  };

  function take(): StatementUnit[] {
    const given = units;
    units = [];
    const block = open === null ? lineStart : open.given === 0 ? open.lineStart : open.from;
    const keep = Math.min(gapStart, held?.start ?? gapStart, block);
    if (keep > base) {
      text = text.slice(keep - base);
      base = keep;
    }
    return given;
  }
}
