import Papa from 'papaparse';
import { tableBlocks } from '../markdown/table-blocks.ts';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReader } from './format-reader.ts';

/** Comma, semicolon and tab separated values. */
export const reader: FormatReader = {
  extractor: 'memora-table@2',
  read: async ({ bytes, charset, name }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const separator = /\.(?:tsv|tab)$/i.test(name ?? '') ? '\t' : null;
    return { blocks: tableBlocks(parseRows(text, separator), (row) => `row ${row}`), meta: { encoding } };
  },
};

/** Rows with their 1-based number, as a spreadsheet counts them. */
interface NumberedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Parses values according to RFC 4180: quoted ones may hold separators, line ends and doubled quotes. Without `separator`, uses the one in a `sep=` line, which
 * is not a row, or the one that splits the first rows equally. Rows without text are left out but counted.
 */
export function parseRows(text: string, separator: string | null): NumberedRow[] {
  const lines = text.replace(/\r\n?/g, '\n');
  const [first = '', told] = /^sep=(.)\n/.exec(lines) ?? [];
  const rest = lines.slice(first.length);
  return readRows(rest, separator ?? told ?? guessSeparator(rest));
}

function readRows(text: string, delimiter: string): NumberedRow[] {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n' })
    .data.map((cells, i) => ({ number: i + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/**
 * The character that splits the first rows into the same number of cells, more than one. The library's own
 * detection can mistake a decimal comma for it.
 */
function guessSeparator(text: string): string {
  const head = text.slice(0, 20_000);
  let best: { sign: string; width: number } = { sign: ',', width: 1 };
  for (const sign of [',', ';', '\t', '|']) {
    const widths = readRows(head, sign)
      .slice(0, 20)
      .map(({ cells }) => cells.length);
    const [first = 1] = widths;
    const same = widths.filter((width) => width === first).length;
    if (first > best.width && same >= Math.max(1, widths.length - 2)) best = { sign, width: first };
  }
  return best.sign;
}
