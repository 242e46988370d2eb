import { tableBlocks } from '../markdown/table-blocks.ts';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReader } from './format-reader.ts';

/** Comma, semicolon and tab separated values. */
export const reader: FormatReader = {
  extractor: 'memora-table@1',
  read: async ({ bytes, charset, name }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const rows = parseRows(text, separatorOf(text, name));
    return { blocks: tableBlocks(rows, (row) => `row ${row}`), meta: { encoding } };
  },
};

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The sign that parts the first lines into the same number of cells, more than one. */
function separatorOf(text: string, name: string | null): string {
  if (/\.(?:tsv|tab)$/i.test(name ?? '')) return '\t';
  const told = /^sep=(.)\n/.exec(text)?.[1];
  if (told !== undefined) return told;
  const head = text.slice(0, 20_000);
  let best: { sign: string; width: number } = { sign: ',', width: 1 };
  for (const sign of SEPARATORS) {
    const widths = parseRows(head, sign)
      .slice(0, 20)
      .map(({ cells }) => cells.length);
    const [first = 1] = widths;
    const same = widths.filter((width) => width === first).length;
    if (first > best.width && same >= Math.max(1, widths.length - 2)) best = { sign, width: first };
  }
  return best.sign;
}

/** Rows with the number of the row they are, from 1: as a spreadsheet counts them. */
export interface NumberedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Reads values as RFC 4180 has them: quoted ones hold separators, line ends and doubled quotes. Linear. */
export function parseRows(text: string, separator: string): NumberedRow[] {
  const rows: NumberedRow[] = [];
  let cells: string[] = [];
  let number = 1;
  let at = /^sep=.\n/.test(text) ? 6 : 0;
  const endRow = (): void => {
    if (cells.some((cell) => cell !== '')) rows.push({ number, cells });
    cells = [];
    number++;
  };
  while (at < text.length) {
    if (text[at] === '"') {
      let cell = '';
      at++;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) {
          cell += text.slice(at);
          at = text.length;
          break;
        }
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      const rest = endOfCell(text, at, separator);
      cells.push((cell + text.slice(at, rest)).trim());
      at = rest;
    } else {
      const end = endOfCell(text, at, separator);
      cells.push(text.slice(at, end).trim());
      at = end;
    }
    if (text[at] === separator) {
      at++;
      if (at === text.length) cells.push('');
    } else {
      at++;
      endRow();
    }
  }
  if (cells.length > 0) endRow();
  return rows;
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === separator || text[at] === '\n') return at;
  return text.length;
}
