import { compareBands } from '@memora/core';
import type { Block, BlockRow } from '../parse/block.ts';
import type { TableCell } from '../parsed-note.ts';
import { cutLongName, LONGEST_STATEMENT } from './cut-long-text.ts';
import { REDACTED } from './heading-stack.ts';
import type { BlockContext, DraftSegment } from './segment-blocks.ts';
import { toPlainText } from './to-plain-text.ts';
import { trimRange } from './trim-range.ts';

/** One segment per row, the header row first. Header cells of a stricter band than the row read `[redacted]`. */
export function segmentTable(block: Block, context: BlockContext): DraftSegment[] {
  const { note } = context;
  const headerRow = block.rows?.find((row) => row.isHeader);
  const header = headerRow === undefined ? [] : readCells(headerRow, context);
  const headerTexts = header.map((cell) => cutLongName(toPlainText(cell.text.slice(0, LONGEST_STATEMENT))));
  const headerBands = header.map((cell) => note.bandOf(cell.span));
  return (block.rows ?? []).flatMap((row): DraftSegment[] => {
    const range = trimRange(note, row.start, row.end);
    if (range === null) return [];
    const span = note.spanOf(range);
    const band = note.bandOf(span);
    const segment = {
      kind: 'table_row' as const,
      span,
      text: note.text.slice(range.start, range.end),
      band,
      cells: row.isHeader ? header : readCells(row, context),
    };
    if (row.isHeader) return [{ ...segment, isHeader: true }];
    const names = headerTexts.map((text, i) =>
      compareBands(headerBands[i] ?? band, band) > 0 ? REDACTED : text,
    );
    return [{ ...segment, header: names }];
  });
}

function readCells(row: BlockRow, { note }: BlockContext): TableCell[] {
  return row.cells.flatMap((cell) => {
    const range = trimRange(note, cell.start, cell.end);
    // A cell that contains only marker filler was made by a marker before the first bar or after the last
    // one.
    if (range === null && cell.start < cell.end) return [];
    const { start, end } = range ?? cell;
    return [{ text: note.text.slice(start, end), span: note.spanOf({ start, end }) }];
  });
}
