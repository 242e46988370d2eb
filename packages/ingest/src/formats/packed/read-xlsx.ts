import type { Element } from '../../html/dom.ts';
import { escapeInline } from '../../markdown/escape-markdown.ts';
import { tableBlocks } from '../../markdown/table-blocks.ts';
import { toDay } from '../../text/to-day.ts';
import { openZip, type ZipArchive } from '../../zip/open-zip.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml, textOf } from '../../zip/parse-xml.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';

/** Workbooks of Excel: each sheet a table, each row with its number. Formulas are read as what they came to. */
export const reader: FormatReader = {
  extractor: 'memora-xlsx@1',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openZip(bytes, maxUnpackedBytes, (name) => /\.(?:xml|rels)$/.test(name));
    const book = parseXml(archive.text('xl/workbook.xml') ?? '');
    const paths = pathById(archive);
    const strings = elementsNamed(parseXml(archive.text('xl/sharedStrings.xml') ?? ''), 'si').map(richText);
    const dateStyles = readDateStyles(archive);
    const isFrom1904 = elementsNamed(book, 'workbookPr').some(({ attribs }) =>
      /^(?:1|true)$/.test(attribs['date1904'] ?? ''),
    );
    const blocks: DocumentBlock[] = [];
    for (const [i, { attribs }] of elementsNamed(book, 'sheet').entries()) {
      // What its author hid is nothing that its reader sees.
      if (attribs['state'] === 'hidden' || attribs['state'] === 'veryHidden') continue;
      const sheet = archive.text(paths.get(attribs['r:id'] ?? '') ?? `xl/worksheets/sheet${i + 1}.xml`);
      if (sheet === null) continue;
      const name = attribs['name'] ?? '';
      const place =
        /^[\p{L}\p{M}\p{N} ._'’&()-]{1,60}$/u.test(name) && !name.includes('--') ? name : String(i + 1);
      const rows = readRows(sheet, { strings, dateStyles, isFrom1904 });
      if (rows.length === 0) continue;
      blocks.push({ text: `## ${escapeInline(name || `Sheet ${i + 1}`)}` });
      blocks.push(...tableBlocks(rows, (row) => `sheet ${place}, row ${row}`));
    }
    const properties = parseXml(archive.text('docProps/core.xml') ?? '');
    const first = (name: string) => elementsNamed(properties, name).map(textOf)[0]?.trim() ?? '';
    const published = toDay(first('created'));
    return {
      ...(first('title') === '' ? {} : { title: first('title') }),
      blocks,
      meta: { authors: [first('creator')], ...(published === null ? {} : { published }) },
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
  readonly dateStyles: ReadonlySet<number>;
  readonly isFrom1904: boolean;
}

const MOST_COLUMNS = 256;

function readRows(xml: string, workbook: Workbook) {
  return elementsNamed(parseXml(xml), 'row').flatMap((row, i) => {
    if (/^(?:1|true)$/.test(row.attribs['hidden'] ?? '')) return [];
    const cells: string[] = [];
    for (const [j, cell] of childrenOf(row).entries()) {
      const column = columnOf(cell.attribs['r']) ?? j;
      if (column >= MOST_COLUMNS) break;
      while (cells.length < column) cells.push('');
      cells[column] = cellText(cell, workbook);
    }
    const number = Number(row.attribs['r'] ?? i + 1);
    return cells.some((text) => text !== '') ? [{ number, cells }] : [];
  });
}

/** The column of a place such as `AB12`, from 0. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: Element, { strings, dateStyles, isFrom1904 }: Workbook): string {
  const type = cell.attribs['t'];
  if (type === 'inlineStr') return richText(cell).trim();
  const value = childNamed(cell, 'v');
  const text = value === undefined ? '' : textOf(value).trim();
  if (type === 's') return strings[Number(text)]?.trim() ?? '';
  if (type === 'b') return text === '1' ? 'true' : text === '0' ? 'false' : text;
  if (text !== '' && type !== 'str' && type !== 'e' && dateStyles.has(Number(cell.attribs['s'] ?? -1)))
    return toDate(Number(text), isFrom1904) ?? text;
  // 0.1 + 0.2 is shown as 0.3.
  return type === undefined && /^-?\d*\.\d{15,}$/.test(text)
    ? String(Number(Number(text).toPrecision(15)))
    : text;
}

/** The runs of a text; how it is pronounced is left out. */
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

/** The styles that show a number as a day or a time. */
function readDateStyles(archive: ZipArchive): ReadonlySet<number> {
  const styles = parseXml(archive.text('xl/styles.xml') ?? '');
  const own = new Set(
    elementsNamed(styles, 'numFmt').flatMap(({ attribs }) =>
      /[ymdhs]/i.test((attribs['formatCode'] ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
        ? [Number(attribs['numFmtId'])]
        : [],
    ),
  );
  const [formats] = elementsNamed(styles, 'cellXfs');
  return new Set(
    (formats === undefined ? [] : childrenOf(formats)).flatMap(({ attribs }, i) => {
      const id = Number(attribs['numFmtId'] ?? 0);
      return (id >= 14 && id <= 22) || (id >= 45 && id <= 47) || own.has(id) ? [i] : [];
    }),
  );
}
