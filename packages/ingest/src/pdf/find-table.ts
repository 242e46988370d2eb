import type { Fragment } from './fragment.ts';

/** A table of a page: its cells, and where it begins and ends. */
interface PdfTable {
  readonly rows: readonly (readonly string[])[];
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  readonly right: number;
  readonly size: number;
}

interface Row {
  readonly y: number;
  readonly size: number;
  readonly cells: Fragment[];
}

interface Column {
  x: number;
  right: number;
}

/** Minimum number of rows with several cells; fewer are lines that happen to have gaps. */
const LEAST_ROWS = 3;
/** The largest distance of table rows, as a multiple of the font size. */
const FURTHEST = 3.2;
/** The white space between columns through all rows, as a share of the font size. */
const GUTTER = 0.6;
/** Minimum average length of a line of text, in characters. */
const LONG = 22;

/** The first table from the top of a page or column: rows with several pieces whose gaps are aligned. Null if there is none. */
export function findTable(fragments: readonly Fragment[]): PdfTable | null {
  if (fragments.length < LEAST_ROWS * 2 || fragments.some(({ isRtl }) => isRtl)) return null;
  const rows = toRows(fragments);
  for (let from = 0; from + LEAST_ROWS <= rows.length; from++) {
    if ((rows[from]?.cells.length ?? 0) < 2) continue;
    const to = endOfRun(rows, from);
    const table = toTable(rows.slice(from, to));
    if (table !== null) return table;
    if (to > from + 1) from = to - 1;
  }
  return null;
}

function toRows(fragments: readonly Fragment[]): Row[] {
  const rows: Row[] = [];
  for (const fragment of [...fragments].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row !== undefined && row.y - fragment.y <= 0.45 * Math.max(row.size, fragment.size))
      row.cells.push(fragment);
    else rows.push({ y: fragment.y, size: fragment.size, cells: [fragment] });
  }
  for (const { cells } of rows) cells.sort((a, b) => a.x - b.x);
  return rows;
}

/**
 * The end of the rows that may form one table. A wide gap ends them, and so does a line across the gaps of
 * the rows above.
 */
function endOfRun(rows: readonly Row[], from: number): number {
  const first = rows[from];
  if (first === undefined) return from + 1;
  let columns = toColumns([first]);
  let to = from + 1;
  for (; to < rows.length; to++) {
    const [before, row] = [rows[to - 1], rows[to]];
    if (before === undefined || row === undefined) break;
    if (before.y - row.y > FURTHEST * Math.max(before.size, row.size)) break;
    const next = toColumns(rows.slice(from, to + 1));
    if (next.length < 2 || next.length < columns.length - 1) break;
    columns = next;
  }
  return to;
}

/** The columns of rows: the parts of the page's width that remain where white space runs through all rows. */
function toColumns(rows: readonly Row[]): Column[] {
  const columns: Column[] = [];
  const size = rows[0]?.size ?? 10;
  for (const { x, right } of rows.flatMap(({ cells }) => cells).sort((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last !== undefined && x - last.right < GUTTER * size) last.right = Math.max(last.right, right);
    else columns.push({ x, right });
  }
  return columns;
}

function toTable(rows: readonly Row[]): PdfTable | null {
  const columns = toColumns(rows);
  const full = rows.filter(({ cells }) => new Set(cells.map((cell) => columnOf(cell, columns))).size > 1);
  if (columns.length < 2 || full.length < LEAST_ROWS || full.length < rows.length * 0.3) return null;
  const texts = joinRows(rows, columns);
  if (texts.length < LEAST_ROWS || columns.some((_, i) => isSparse(texts, i))) return null;
  if (areColumnsOfText(rows, columns) || isList(texts)) return null;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    rows: texts,
    top: first.y,
    bottom: last.y,
    x: columns[0]?.x ?? 0,
    right: columns.at(-1)?.right ?? 0,
    size: first.size,
  };
}

function columnOf({ x }: Fragment, columns: readonly Column[]): number {
  return columns.findLastIndex((column) => column.x <= x + 0.1);
}

/** The cells of rows. A line without a first cell continues the row above. */
function joinRows(rows: readonly Row[], columns: readonly Column[]): string[][] {
  const texts: string[][] = [];
  for (const { cells } of rows) {
    const line = columns.map(() => '');
    for (const cell of cells) {
      const at = columnOf(cell, columns);
      line[at] = `${line[at] ?? ''} ${cell.text}`.trim();
    }
    const above = texts.at(-1);
    if (line[0] === '' && above !== undefined)
      for (const [i, text] of line.entries()) above[i] = `${above[i] ?? ''} ${text}`.trim();
    else texts.push(line);
  }
  return texts;
}

function isSparse(texts: readonly (readonly string[])[], column: number): boolean {
  return texts.filter((line) => line[column] !== '').length < texts.length * 0.4;
}

/** True if several columns hold lines as long as text: they are columns of a page, to be read one after the other. */
function areColumnsOfText(rows: readonly Row[], columns: readonly Column[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const long = columns.filter((_, i) => {
    const lines = cells.filter((cell) => columnOf(cell, columns) === i);
    return lines.reduce((sum, { text }) => sum + lengthOf(text), 0) / Math.max(1, lines.length) >= LONG;
  });
  return long.length > 1;
}

/** Characters of scripts without spaces count as two letters. */
function lengthOf(text: string): number {
  let length = 0;
  for (const sign of text) length += sign >= '\u2e80' ? 2 : 1;
  return length;
}

/** Numbers or bullets before text form a list. Titles before page numbers, with dots between, form a table of contents. */
function isList(texts: readonly (readonly string[])[]): boolean {
  const isMark = (text: string) => text.length <= 4 && !/[\p{L}\p{N}]$/u.test(text);
  const marks = texts.filter(([first = '']) => isMark(first)).length;
  const dotted = texts.filter((line) => line.some((text) => text.includes('. . .') || text.includes('....')));
  return marks > texts.length * 0.5 || dotted.length > texts.length * 0.3;
}
