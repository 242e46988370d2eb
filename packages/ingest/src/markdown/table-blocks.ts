import type { DocumentBlock } from '../formats/format-reader.ts';
import { escapeInline } from './escape-markdown.ts';
import { writeTable } from './write-table.ts';

/** Maximum number of rows of one table in a note. A longer table is split, and each part repeats its head. */
export const ROWS_OF_A_TABLE = 200;

/** Rows as tables, each with the place of its first row below the head. Missing rows split a table, so that every row keeps its number. */
export function tableBlocks(
  rows: readonly { readonly number: number; readonly cells: readonly string[] }[],
  label: (row: number) => string,
): DocumentBlock[] {
  const [head, ...body] = rows;
  if (head === undefined) return [];
  const titles = head.cells.map(toCell);
  if (body.length === 0) return [{ text: writeTable(titles, []), at: label(head.number) }];
  const blocks: DocumentBlock[] = [];
  let part: typeof body = [];
  const flush = (): void => {
    const [first] = part;
    if (first !== undefined)
      blocks.push({
        text: writeTable(
          titles,
          part.map(({ cells }) => cells.map(toCell)),
        ),
        at: label(first.number),
      });
    part = [];
  };
  for (const row of body) {
    const last = part.at(-1);
    if (part.length >= ROWS_OF_A_TABLE || (last !== undefined && row.number !== last.number + 1)) flush();
    part.push(row);
  }
  flush();
  return blocks;
}

function toCell(text: string): string {
  return escapeInline(text.replace(/\s+/gu, ' '));
}
