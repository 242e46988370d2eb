import type { DocumentBlock } from '../formats/format-reader.ts';
import { type Element, isElement, type ParentNode } from '../html/dom.ts';
import type { FromHtmlOptions } from './from-html.ts';
import { renderInline } from './render-inline.ts';
import { writeTable } from './write-table.ts';

/** The widest and longest table of a page that becomes a Markdown table. */
const MOST_COLUMNS = 64;

/** A table as Markdown; null if it is only used for layout. */
export function renderTable(table: Element, options: FromHtmlOptions): DocumentBlock[] | null {
  const rows = rowsOf(table);
  const grid = rows.map((row) => cellsOf(row));
  const widest = Math.max(0, ...grid.map(({ length }) => length));
  if (widest < 2 || rows.length < 2 || grid.some((cells) => cells.some(holdsBlocks))) return null;
  const texts: string[][] = [];
  /** Cells of rows above that span down: text and remaining rows, by column. */
  const reaching: { text: string; rows: number }[] = [];
  for (const cells of grid) {
    const line: string[] = [];
    const queue = [...cells];
    for (
      let column = 0;
      column < MOST_COLUMNS && (queue.length > 0 || (reaching[column]?.rows ?? 0) > 0);
      column++
    ) {
      const above = reaching[column];
      if (above !== undefined && above.rows > 0) {
        above.rows--;
        line.push(above.text);
        continue;
      }
      const cell = queue.shift();
      if (cell === undefined) break;
      const text = renderInline(cell.children, options).replace(/\s*\n\s*/g, ' ');
      const spans = countOf(cell, 'rowspan') - 1;
      for (let i = 0; i < countOf(cell, 'colspan') && column + i < MOST_COLUMNS; i++) {
        if (i > 0) column++;
        line.push(i === 0 ? text : '');
        reaching[column] = { text: i === 0 ? text : '', rows: spans };
      }
    }
    texts.push(line);
  }
  const filled = texts.filter((line) => line.some((text) => text !== ''));
  const [head, ...body] = filled;
  if (head === undefined || body.length === 0) return null;
  const caption = table.children.find((child) => isElement(child) && child.name === 'caption');
  const title = caption !== undefined && isElement(caption) ? renderInline(caption.children, options) : '';
  return [...(title === '' ? [] : [{ text: title }]), { text: writeTable(head, body) }];
}

function rowsOf(node: ParentNode): Element[] {
  return node.children
    .filter(isElement)
    .flatMap((child) =>
      child.name === 'tr' ? [child] : /^t(?:body|head|foot)$/.test(child.name) ? rowsOf(child) : [],
    );
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
}

/** A cell with headings, lists, tables or several paragraphs is layout; some programs write one paragraph in every cell. */
function holdsBlocks(cell: Element): boolean {
  const inner = cell.children.filter(isElement);
  if (inner.filter(({ name }) => name === 'p').length > 3) return true;
  return inner.some(
    ({ name, children }) =>
      /^(?:h[1-6]|table|article|section|blockquote|pre|hr)$/.test(name) ||
      (name === 'div' &&
        children.filter(isElement).some((child) => /^(?:h[1-6]|table|p|ul|div)$/.test(child.name))),
  );
}

function countOf(cell: Element, key: 'colspan' | 'rowspan'): number {
  const count = Number(/^\d{1,3}$/.exec(cell.attribs[key] ?? '')?.[0] ?? 1);
  return Math.min(MOST_COLUMNS, Math.max(1, count));
}
