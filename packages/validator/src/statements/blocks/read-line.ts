/** The kind of a line by the Markdown marks at its start. */
type LineKind = 'blank' | 'rule' | 'fence' | 'heading' | 'item' | 'text';

/** One line of an answer. Offsets are UTF-16 and count from the start of the line. */
export interface Line {
  readonly kind: LineKind;
  /** The start of its content, after quote marks, indent, list mark, task box or heading hashes. */
  readonly content: number;
  /** Number of `>` marks. */
  readonly quotes: number;
  /** Column of the first list mark, or of the text, counted after the quote marks. */
  readonly indent: number;
  /** Columns of the content of each list item that begins here. */
  readonly columns: readonly number[];
  /** Column of the first quote mark. */
  readonly outer: number;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** The fence of a code block, else ''. */
  readonly fence: string;
  /** True if a list mark is before the content. */
  readonly item: boolean;
  /** True for an ordered item that does not start at 1: it can't break into a paragraph. */
  readonly laterNumber: boolean;
}

const QUOTES = /^(?:[ \t]{0,3}>[ ]?)+/u;
const ITEM = /^([-*+•◦▪‣·–]|\d{1,9}[.)、])(?:[ \t]+|$)/u;
const TASK = /^\[[ xX/?-]\][ \t]+/u;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const HEADING = /^(#{1,6})(?:[ \t]+|$)/u;
/** Code that ends in the line in which it begins is no block. */
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/u;

/** A line that starts with a letter has no marks. */
const PLAIN_START = /^\p{L}/u;
const PLAIN_TEXT: Line = {
  kind: 'text',
  content: 0,
  quotes: 0,
  indent: 0,
  columns: [],
  outer: 0,
  level: 0,
  fence: '',
  item: false,
  laterNumber: false,
};
const EMPTY: Line = { ...PLAIN_TEXT, kind: 'blank' };

/** Reads the marks at the start of one line (without its line break). */
export function readLine(line: string): Line {
  if (line === '') return EMPTY;
  if (PLAIN_START.test(line)) return PLAIN_TEXT;
  const quoteMarks = QUOTES.exec(line)?.[0] ?? '';
  let at = quoteMarks.length;
  const quotes = quoteMarks === '' ? 0 : quoteMarks.split('>').length - 1;
  let column = 0;
  let item = false;
  let laterNumber = false;
  const columns: number[] = [];
  const skipSpace = () => {
    for (; line[at] === ' ' || line[at] === '\t'; at++) column += line[at] === '\t' ? 4 - (column % 4) : 1;
  };
  skipSpace();
  let indent = column;
  const found = (kind: LineKind, extra: Partial<Line> = {}): Line => ({
    ...PLAIN_TEXT,
    kind,
    content: at,
    quotes,
    indent,
    columns,
    outer: quoteMarks.search(/>|$/u),
    item,
    laterNumber,
    ...extra,
  });
  const rest = line.slice(at).trimEnd();
  if (rest === '') return found('blank');
  if (RULE.test(rest)) return found('rule');
  for (let match = ITEM.exec(line.slice(at)); match !== null; match = ITEM.exec(line.slice(at))) {
    if (!item) laterNumber = /^\d/u.test(match[0]) && !/^1\D/u.test(match[0]);
    if (!item) indent = column;
    item = true;
    const mark = (match[1] as string).length;
    at += mark;
    column += mark;
    skipSpace();
    columns.push(column);
    const task = TASK.exec(line.slice(at))?.[0] ?? '';
    at += task.length;
  }
  const fence = FENCE.exec(line.slice(at))?.[0];
  if (fence !== undefined) return found('fence', { fence });
  const heading = HEADING.exec(line.slice(at));
  if (heading !== null) {
    at += heading[0].length;
    return found('heading', { level: (heading[1] as string).length });
  }
  return found(item ? 'item' : 'text');
}
