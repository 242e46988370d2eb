import type { Line } from './read-line.ts';

/** How Markdown reads a line, if that differs from how we read it. */
export interface LineReading {
  /** True if it continues the paragraph above it, whatever its marks look like. */
  readonly joins: boolean;
  /** True if it is code because it is indented by four columns and continues nothing. */
  readonly indented: boolean;
  /** True if it turns the whole paragraph above it into a heading. */
  readonly underlines: boolean;
}

const NEW: LineReading = { joins: false, indented: false, underlines: false };
const UNDERLINE = /^(?:=+|-+)$/u;
const LIST_MARK = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u;

/** Tracks, line by line, the paragraph that is open in Markdown. */
export function createOpenParagraph(): {
  readonly read: (line: Line, raw: string) => LineReading;
  readonly end: () => void;
} {
  let open: Line | null = null;
  let quotes = 0;
  /** Columns of the content of the enclosing list items. */
  let columns: number[] = [];
  /** Column of the item that the quotation is in. */
  let item = 0;

  function read(line: Line, raw: string): LineReading {
    const { kind, indent } = line;
    if (kind === 'blank') {
      open = null;
      if (line.quotes !== quotes) columns = [];
      quotes = Math.min(quotes, line.quotes);
      return NEW;
    }
    if (line.quotes > 0 && line.outer < item) {
      // This checks for a quotation after the item, not for the one inside it.
      open = null;
      columns = [];
      quotes = 0;
    }
    const bare = raw.replace(/^[\s>]*/u, '').trimEnd();
    const around = line.quotes === quotes ? columns : [];
    const depth = indent - (around.findLast((column) => column <= indent) ?? 0);
    const isLazy = open !== null && line.quotes <= open.quotes;
    const within = isLazy && line.quotes === open?.quotes && indent >= (columns.at(-1) ?? 0);
    if (within && depth < 4 && UNDERLINE.test(bare)) {
      open = null;
      return { ...NEW, underlines: true };
    }
    const isEmpty = raw.length === line.content;
    const isBlock = kind !== 'text' && kind !== 'item';
    const isQuote = raw[line.content] === '>';
    const marks = depth < 4 && !line.item && (isBlock || isQuote);
    const lists =
      depth < 4 && line.item && LIST_MARK.test(bare) && !(within && (line.laterNumber || isEmpty));
    if (isLazy && !marks && !lists) return { ...NEW, joins: true };
    if (quotes === 0 || line.quotes === 0) item = columns.findLast((column) => column <= line.outer) ?? 0;
    quotes = line.quotes;
    columns = around.filter((column) => column <= indent);
    if (lists) columns.push(...line.columns);
    const indented = depth >= 4;
    open = isBlock || indented || isEmpty ? null : line;
    return { ...NEW, indented };
  }

  return {
    read,
    end: () => {
      open = null;
    },
  };
}
