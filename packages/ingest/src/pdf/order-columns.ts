import { findTable } from './find-table.ts';
import type { Fragment, PdfLine } from './fragment.ts';

/** The lines of a page in reading order: column by column, with lines across several columns in their place. */
export function orderColumns(fragments: readonly Fragment[]): PdfLine[] {
  if (fragments.length === 0) return [];
  return orderRegion(fragments, 0);
}

/** Minimum number of lines of a column on either side of its gutter. */
const LEAST_LINES = 3;
/** Minimum share of its column's width that text fills; table cells fill less. */
const FILLED = 0.5;
const DEEPEST = 4;

function orderRegion(fragments: readonly Fragment[], depth: number): PdfLine[] {
  const table = findTable(fragments);
  if (table !== null) {
    const { x, right, top, bottom, size, rows } = table;
    // The letters of a row are on nearly the same line.
    const above = fragments.filter(({ y }) => y > top + 0.5 * size);
    const below = fragments.filter(({ y }) => y < bottom - 0.5 * size);
    const text = rows[0]?.join(' ') ?? '';
    const line = { text, x, right, y: top, size, column: { x, right }, table: rows };
    return [
      ...(above.length === 0 ? [] : orderRegion(above, depth)),
      line,
      ...(below.length === 0 ? [] : orderRegion(below, depth)),
    ];
  }
  const gutter = depth < DEEPEST ? findGutter(fragments) : null;
  if (gutter === null) return toLines(fragments);
  const isRtl = countRtl(fragments) * 2 > fragments.length;
  const lines: PdfLine[] = [];
  let group: Fragment[] = [];
  const flush = (): void => {
    const before = group.filter(({ right }) => right <= gutter + 1);
    const after = group.filter(({ right }) => right > gutter + 1);
    for (const side of isRtl ? [after, before] : [before, after])
      if (side.length > 0) lines.push(...orderRegion(side, depth + 1));
    group = [];
  };
  // From top to bottom: text across the gutter ends the columns above it.
  for (const fragment of [...fragments].sort((a, b) => b.y - a.y)) {
    if (fragment.x < gutter - 1 && fragment.right > gutter + 1) {
      flush();
      lines.push(...toLines([fragment]));
    } else group.push(fragment);
  }
  flush();
  return lines;
}

/** The gutter between text columns: a vertical strip that few lines cross, with text on both sides. */
function findGutter(fragments: readonly Fragment[]): number | null {
  if (fragments.length < LEAST_LINES * 2) return null;
  const left = Math.min(...fragments.map(({ x }) => x));
  const right = Math.max(...fragments.map(({ right }) => right));
  const width = right - left;
  if (width < 100) return null;
  const bins = Math.min(1_000, Math.ceil(width / 2));
  const crossing = new Array<number>(bins + 1).fill(0);
  for (const fragment of fragments) {
    const from = Math.max(0, Math.ceil(((fragment.x - left) / width) * bins));
    const to = Math.min(bins, Math.floor(((fragment.right - left) / width) * bins));
    for (let bin = from; bin <= to; bin++) crossing[bin] = (crossing[bin] ?? 0) + 1;
  }
  let best: { at: number; count: number; width: number } | null = null;
  for (let bin = Math.ceil(bins * 0.15); bin < bins * 0.85; bin++) {
    const count = crossing[bin] ?? 0;
    let end = bin;
    while (end + 1 < bins * 0.85 && crossing[end + 1] === count) end++;
    const strip = end - bin + 1;
    if (best === null || count < best.count || (count === best.count && strip > best.width))
      best = { at: left + (((bin + end) / 2) * width) / bins, count, width: strip };
    bin = end;
  }
  if (best === null || best.count > fragments.length * 0.2) return null;
  const { at } = best;
  const sides = [fragments.filter(({ right }) => right <= at + 1), fragments.filter(({ x }) => x >= at - 1)];
  return sides.every((side) => isColumn(side)) && isBeside(sides) ? at : null;
}

/** True if two columns are side by side for most lines of the shorter one. */
function isBeside([one = [], other = []]: readonly (readonly Fragment[])[]): boolean {
  const range = (side: readonly Fragment[]) => [
    Math.min(...side.map(({ y }) => y)),
    Math.max(...side.map(({ y }) => y)),
  ];
  const [low = 0, high = 0] = range(one);
  const [otherLow = 0, otherHigh = 0] = range(other);
  const shared = Math.min(high, otherHigh) - Math.max(low, otherLow);
  return shared > 0.3 * Math.min(high - low, otherHigh - otherLow);
}

function isColumn(side: readonly Fragment[]): boolean {
  const rows = new Set(side.map(({ y }) => Math.round(y / 3)));
  if (rows.size < LEAST_LINES) return false;
  const width = Math.max(...side.map(({ right }) => right)) - Math.min(...side.map(({ x }) => x));
  const filled = side.map(({ x, right }) => right - x).sort((a, b) => a - b);
  return width > 40 && (filled[Math.floor(filled.length / 2)] ?? 0) > FILLED * width;
}

function countRtl(fragments: readonly Fragment[]): number {
  return fragments.filter(({ isRtl }) => isRtl).length;
}

/** The lines of one column, from top to bottom. */
function toLines(fragments: readonly Fragment[]): PdfLine[] {
  const column = {
    x: Math.min(...fragments.map(({ x }) => x)),
    right: Math.max(...fragments.map(({ right }) => right)),
  };
  const rows: Fragment[][] = [];
  for (const fragment of [...fragments].sort((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    // Superscripts and subscripts belong to the line around them.
    if (
      row !== undefined &&
      first !== undefined &&
      first.y - fragment.y <= 0.45 * Math.max(first.size, fragment.size)
    )
      row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.map((row) => {
    const isRtl = countRtl(row) * 2 > row.length;
    const sorted = row.sort((a, b) => (isRtl ? b.right - a.right : a.x - b.x));
    const main = sorted.reduce((widest, each) =>
      each.right - each.x > widest.right - widest.x ? each : widest,
    );
    const x = Math.min(...row.map((each) => each.x));
    const right = Math.max(...row.map((each) => each.right));
    return {
      text: sorted.map(({ text }) => text).join(' '),
      // Mirrored, so that a line begins at `x` in either reading direction.
      x: isRtl ? column.x + column.right - right : x,
      right: isRtl ? column.x + column.right - x : right,
      y: main.y,
      size: main.size,
      column,
    };
  });
}
