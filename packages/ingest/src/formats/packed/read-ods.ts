import type { Element } from '../../html/dom.ts';
import { escapeInline } from '../../markdown/escape-markdown.ts';
import { openRowRoom, type RowRoom } from '../../markdown/row-room.ts';
import { tableBlocks } from '../../markdown/table-blocks.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml } from '../../zip/parse-xml.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';
import { hiddenNotice, MOST_COLUMNS } from './hidden-notice.ts';
import { createOdfText } from './odf-text.ts';
import { openOdf } from './open-odf.ts';
import { readProperties } from './read-properties.ts';
import { sheetPlace } from './sheet-place.ts';

/** Spreadsheets of OpenDocument: each sheet is a table, each row has its number. Formulas are read as their results. */
export const reader: FormatReader = {
  extractor: 'memora-ods@2',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openOdf(bytes, maxUnpackedBytes);
    const xml = archive.text('content.xml') ?? '';
    const content = parseXml(xml);
    const text = createOdfText(archive, content);
    const hidden = hiddenStyles(elementsNamed(content, 'style'));
    const blocks: DocumentBlock[] = [];
    const left = { sheet: 0, row: 0, column: 0, beyond: 0 };
    const room = openRowRoom();
    room.widen(xml);
    const [book] = elementsNamed(content, 'spreadsheet');
    for (const [i, sheet] of (book === undefined ? [] : elementsNamed(book, 'table')).entries()) {
      if (hidden.has(sheet.attribs['table:style-name'] ?? '')) {
        left.sheet++;
        continue;
      }
      const rows = readRows(sheet, left, text.lineOf, room);
      if (rows.length === 0) continue;
      const name = sheet.attribs['table:name'] ?? '';
      blocks.push({ text: `## ${escapeInline(name || `Sheet ${i + 1}`)}` });
      blocks.push(...tableBlocks(rows, (row) => `sheet ${sheetPlace(name, i)}, row ${row}`));
    }
    const { title, ...about } = readProperties(archive);
    const missing = room.missing();
    return {
      ...(title === undefined ? {} : { title }),
      blocks: [...blocks, ...text.notes().map((note) => ({ text: note }))],
      meta: {
        ...about,
        ...missing,
        leftOut: { invisible: text.invisible() },
        notices: [...hiddenNotice(left), ...missing.notices],
      },
    };
  },
};

function readRows(
  sheet: Element,
  left: { row: number; column: number; beyond: number },
  lineOf: (node: Element) => string,
  room: RowRoom,
): { number: number; cells: string[] }[] {
  room.widen('');
  const isHidden = ({ attribs }: Element) =>
    ['collapse', 'filter'].includes(attribs['table:visibility'] ?? '');
  const columns = elementsNamed(sheet, 'table-column').flatMap((column) =>
    Array<boolean>(Math.min(MOST_COLUMNS, repeats(column, 'columns'))).fill(isHidden(column)),
  );
  const rows: { number: number; cells: string[] }[] = [];
  let number = 0;
  for (const row of elementsNamed(sheet, 'table-row')) {
    const count = repeats(row, 'rows');
    const cells = cellsOf(row, left, lineOf);
    const isFilled = cells.some((cell) => cell !== '');
    if (isFilled && isHidden(row)) left.row += count;
    else if (isFilled) {
      const most = room.take(cells, number + 1, count);
      for (let i = 1; i <= most; i++) rows.push({ number: number + i, cells });
    }
    number += count;
  }
  left.column += columns.filter(
    (hides, i) => hides && rows.some(({ cells }) => (cells[i] ?? '') !== ''),
  ).length;
  return rows.map(({ number, cells }) => ({ number, cells: cells.filter((_, i) => columns[i] !== true) }));
}

function cellsOf(row: Element, left: { beyond: number }, lineOf: (node: Element) => string): string[] {
  const cells: string[] = [];
  for (const cell of childrenOf(row)) {
    if (!['table-cell', 'covered-table-cell'].includes(localName(cell))) continue;
    const text = elementsNamed(cell, 'p').map(lineOf).join(' ');
    if (cells.length >= MOST_COLUMNS && text !== '') left.beyond++;
    for (let i = repeats(cell, 'columns'); i > 0 && cells.length < MOST_COLUMNS; i--) cells.push(text);
  }
  while (cells.at(-1) === '') cells.pop();
  return cells;
}

function repeats({ attribs }: Element, what: 'rows' | 'columns'): number {
  const count = Number(attribs[`table:number-${what}-repeated`] ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function hiddenStyles(styles: readonly Element[]): ReadonlySet<string> {
  const hiding = styles.filter(
    (style) => childNamed(style, 'table-properties')?.attribs['table:display'] === 'false',
  );
  return new Set(hiding.map(({ attribs }) => attribs['style:name'] ?? ''));
}
