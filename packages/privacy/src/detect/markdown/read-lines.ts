/** A line of Markdown without the marks of the blocks around its text. */
export interface MarkdownLine {
  /** `fence` opens or closes code, `underline` makes a heading of the line above or separates parts. */
  readonly kind: 'blank' | 'fence' | 'underline' | 'text';
  /** The range of its text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** 1 to 6 for a heading and for the line that underlines one; otherwise 0. */
  readonly level: number;
  /** True if it begins an item of a list. */
  readonly isItem: boolean;
}

/** The lines of Markdown. Signs of quotations, items, tasks, callouts and headings are outside their texts. */
export function* readLines(markdown: string): Iterable<MarkdownLine> {
  let fence = '';
  for (let start = 0; start <= markdown.length; ) {
    const feed = markdown.indexOf('\n', start);
    const end = feed === -1 ? markdown.length : feed;
    const line = readLine(markdown, start, end, fence !== '');
    const sign = markdown[line.start] ?? '';
    if (line.kind !== 'fence') yield line;
    else if (fence === '' || fence === sign) {
      fence = fence === '' ? sign : '';
      yield line;
    } else yield { ...line, kind: 'text' };
    start = end + 1;
  }
}

const BULLETS: ReadonlySet<string> = new Set('-*+');
const LONGEST_NUMBER = 9;
const DEEPEST = 6;

function readLine(markdown: string, from: number, to: number, isCode: boolean): MarkdownLine {
  const end = from + markdown.slice(from, to).trimEnd().length;
  let [at, level, isItem] = [from, 0, false];
  for (;;) {
    while (at < end && isBlank(markdown[at])) at++;
    const mark = markAt(markdown, at, end);
    if (mark === 0 || isTitle(markdown, at, mark, end)) break;
    if (markdown[at] === '#') {
      if (isCode || level > 0) break;
      level = mark - 1;
    } else if (markdown[at] !== '>') isItem = true;
    at = Math.min(end, at + mark);
  }
  const sign = markdown[at] ?? '';
  const run = runAt(markdown, at, end);
  if (at === end) return { kind: 'blank', start: at, end, level, isItem };
  if ((sign === '`' || sign === '~') && run > 2) return { kind: 'fence', start: at, end, level, isItem };
  if ((sign === '=' || sign === '-') && run > 1 && at + run === end)
    return { kind: 'underline', start: at, end, level: sign === '=' ? 1 : 2, isItem };
  let close = end;
  while (level > 0 && close > at && markdown[close - 1] === '#') close--;
  if (close < end && !isBlank(markdown[close - 1])) close = end;
  return { kind: 'text', start: at, end: at + markdown.slice(at, close).trimEnd().length, level, isItem };
}

/** True for `[!password]` alone: the kind of a callout without a title is its title. */
function isTitle(markdown: string, at: number, mark: number, end: number): boolean {
  return markdown[at] === '[' && mark > 4 && at + mark >= end;
}

/** The length of the sign of a quotation, an item, a task, a callout or a heading; 0 if there is none. */
function markAt(markdown: string, at: number, end: number): number {
  const sign = markdown[at] ?? '';
  if (sign === '>') return 1;
  if (BULLETS.has(sign)) return isBlank(markdown[at + 1]) ? 2 : 0;
  if (sign === '#') {
    const run = runAt(markdown, at, end);
    return run <= DEEPEST && isBlank(markdown[at + run]) ? run + 1 : 0;
  }
  if (sign === '[') {
    if (markdown[at + 2] === ']' && isBlank(markdown[at + 3])) return 4;
    const close = markdown[at + 1] === '!' ? markdown.slice(at, end).indexOf(']') : -1;
    return close === -1
      ? 0
      : close + (markdown[at + close + 1] === '-' || markdown[at + close + 1] === '+' ? 2 : 1);
  }
  let digits = 0;
  while (digits < LONGEST_NUMBER && isDigit(markdown[at + digits])) digits++;
  const isNumber = digits > 0 && ['.', ')'].includes(markdown[at + digits] ?? '');
  return isNumber && isBlank(markdown[at + digits + 1]) ? digits + 2 : 0;
}

function runAt(markdown: string, at: number, end: number): number {
  let run = at;
  while (run < end && markdown[run] === markdown[at]) run++;
  return run - at;
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t';
}

function isDigit(sign = ''): boolean {
  return sign >= '0' && sign <= '9';
}
