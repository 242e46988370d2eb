import type { Element, ParentNode } from '../../html/dom.ts';
import { escapeInline } from '../../markdown/escape-markdown.ts';
import { openRowRoom, type RowRoom } from '../../markdown/row-room.ts';
import { tableBlocks } from '../../markdown/table-blocks.ts';
import { openZip, type ZipArchive } from '../../zip/open-zip.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml, textOf } from '../../zip/parse-xml.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';
import { hiddenNotice, MOST_COLUMNS } from './hidden-notice.ts';
import { readProperties } from './read-properties.ts';
import { sheetPlace } from './sheet-place.ts';

/** Workbooks of Excel: each sheet is a table, each row has its number. Formulas are read as their results. */
export const reader: FormatReader = {
  extractor: 'memora-xlsx@2',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openZip(bytes, maxUnpackedBytes, (name) => /\.(?:xml|rels)$/.test(name));
    const book = parseXml(archive.text('xl/workbook.xml') ?? '');
    const paths = pathById(archive);
    const strings = elementsNamed(parseXml(archive.text('xl/sharedStrings.xml') ?? ''), 'si').map(richText);
    const styles = readStyles(archive);
    const isFrom1904 = elementsNamed(book, 'workbookPr').some(({ attribs }) =>
      /^(?:1|true)$/.test(attribs['date1904'] ?? ''),
    );
    const blocks: DocumentBlock[] = [];
    // Content that the author hid is not visible to a reader.
    const left = { sheet: 0, row: 0, column: 0, beyond: 0 };
    const room = openRowRoom();
    for (const [i, { attribs }] of elementsNamed(book, 'sheet').entries()) {
      if (attribs['state'] === 'hidden' || attribs['state'] === 'veryHidden') {
        left.sheet++;
        continue;
      }
      const sheet = archive.text(paths.get(attribs['r:id'] ?? '') ?? `xl/worksheets/sheet${i + 1}.xml`);
      if (sheet === null) continue;
      const name = attribs['name'] ?? '';
      const rows = readRows(sheet, { strings, styles, isFrom1904 }, left, room);
      if (rows.length === 0) continue;
      blocks.push({ text: `## ${escapeInline(name || `Sheet ${i + 1}`)}` });
      blocks.push(...tableBlocks(rows, (row) => `sheet ${sheetPlace(name, i)}, row ${row}`));
    }
    const { title, ...about } = readProperties(archive);
    const missing = room.missing();
    return {
      ...(title === undefined ? {} : { title }),
      blocks,
      meta: { ...about, ...missing, notices: [...hiddenNotice(left), ...missing.notices] },
    };
  },
};

function pathById(archive: ZipArchive): ReadonlyMap<string, string> {
  const relations = parseXml(archive.text('xl/_rels/workbook.xml.rels') ?? '');
  return new Map(
    elementsNamed(relations, 'Relationship').map(({ attribs }) => {
      const target = attribs['Target'] ?? '';
      return [attribs['Id'] ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`];
    }),
  );
}

interface Workbook {
  readonly strings: readonly string[];
  readonly styles: ReadonlyMap<number, 'date' | 'percent'>;
  readonly isFrom1904: boolean;
}

function readRows(
  xml: string,
  workbook: Workbook,
  left: { row: number; column: number; beyond: number },
  room: RowRoom,
) {
  room.widen(xml);
  const sheet = parseXml(xml);
  const hidden = hiddenColumns(sheet);
  const columnsLeft = new Set<number>();
  const found = elementsNamed(sheet, 'row').flatMap((row, i) => {
    if (isOn(row.attribs['hidden'])) {
      left.row++;
      return [];
    }
    const cells: string[] = [];
    for (const [j, cell] of childrenOf(row).entries()) {
      const column = columnOf(cell.attribs['r']) ?? j;
      if (column >= MOST_COLUMNS) {
        left.beyond++;
        continue;
      }
      while (cells.length < column) cells.push('');
      cells[column] = cellText(cell, workbook);
      if (hidden.has(column) && cells[column] !== '') columnsLeft.add(column);
    }
    const number = Number(row.attribs['r'] ?? i + 1);
    if (cells.some((text) => text !== '') && room.take(cells, number) === 0) return [];
    return [{ number, cells: cells.filter((_, column) => !hidden.has(column)) }];
  });
  left.column += columnsLeft.size;
  return found.filter(({ cells }) => cells.some((text) => text !== ''));
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** Hidden columns, 0-based. */
function hiddenColumns(sheet: ParentNode): ReadonlySet<number> {
  const hidden = elementsNamed(sheet, 'col').filter(({ attribs }) => isOn(attribs['hidden']));
  return new Set(
    hidden.flatMap(({ attribs }) => {
      const first = Number(attribs['min']);
      const last = Math.min(Number(attribs['max']), MOST_COLUMNS);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first - 1 + i);
    }),
  );
}

/** The 0-based column of a place such as `AB12`. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: Element, { strings, styles, isFrom1904 }: Workbook): string {
  const type = cell.attribs['t'];
  if (type === 'inlineStr') return richText(cell).trim();
  const value = childNamed(cell, 'v');
  const text = value === undefined ? '' : textOf(value).trim();
  if (type === 's') return strings[Number(text)]?.trim() ?? '';
  if (type === 'b') return text === '1' ? 'true' : text === '0' ? 'false' : text;
  const style = type === 'str' || type === 'e' ? undefined : styles.get(Number(cell.attribs['s'] ?? -1));
  if (text !== '' && style === 'date') return toDate(Number(text), isFrom1904) ?? text;
  if (text !== '' && style === 'percent') return `${Number((Number(text) * 100).toPrecision(12))}%`;
  // 0.1 + 0.2 is shown as 0.3.
  return type === undefined && /^-?\d*\.\d{15,}$/.test(text)
    ? String(Number(Number(text).toPrecision(15)))
    : text;
}

/** The runs of a text, without phonetic hints. */
function richText(node: Element): string {
  return childrenOf(node)
    .map((child) =>
      localName(child) === 't' ? textOf(child) : localName(child) === 'rPh' ? '' : richText(child),
    )
    .join('');
}

const DAY_MS = 86_400_000;

function toDate(serial: number, isFrom1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return null;
  const at = new Date(Math.round((serial + (isFrom1904 ? 1_462 : 0) - 25_569) * DAY_MS));
  const text = at.toISOString();
  if (serial < 1) return text.slice(11, 16);
  return Number.isInteger(serial) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** The styles that show a number as a day, a time or a percentage. */
function readStyles(archive: ZipArchive): ReadonlyMap<number, 'date' | 'percent'> {
  const styles = parseXml(archive.text('xl/styles.xml') ?? '');
  const own = new Map(
    elementsNamed(styles, 'numFmt').map(({ attribs }) => [
      Number(attribs['numFmtId']),
      kindOfFormat((attribs['formatCode'] ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')),
    ]),
  );
  const [formats] = elementsNamed(styles, 'cellXfs');
  const kinds = new Map<number, 'date' | 'percent'>();
  for (const [i, { attribs }] of (formats === undefined ? [] : childrenOf(formats)).entries()) {
    const id = Number(attribs['numFmtId'] ?? 0);
    const isDate = (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
    const kind = isDate ? 'date' : id === 9 || id === 10 ? 'percent' : own.get(id);
    if (kind !== undefined) kinds.set(i, kind);
  }
  return kinds;
}

function kindOfFormat(code: string): 'date' | 'percent' | undefined {
  return code.includes('%') ? 'percent' : /[ymdhs]/i.test(code) ? 'date' : undefined;
}
