import type { DocumentDetector } from './seal-markdown.ts';

interface Cell {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A column head with more words describes its column and is not a title: "SQL query to look up a password for a user". */
const WORDS_OF_A_TITLE = 6;
/** A sample value: if a column's title makes a password of it, the column holds passwords. */
const PROBE = 'Xk9!vq27Lm48213';

/** The cells of Markdown tables in columns with a title such as `password`, which makes their text secret. Throws the detector's errors. */
export function findSecretCells(
  markdown: string,
  detector: DocumentDetector,
): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let before: readonly Cell[] = [];
  /** The titles of the current table; null for those that name no secret. */
  let titles: readonly (string | null)[] | null = null;
  /** True in the row after the delimiter row if the first row leaves columns untitled: their titles may be here. */
  let isSecondHead = false;
  for (let start = 0; start < markdown.length; ) {
    const feed = markdown.indexOf('\n', start);
    const end = feed === -1 ? markdown.length : feed;
    const cells = markdown[start] === '|' ? cellsOf(markdown, start, end) : [];
    if (cells.length === 0) titles = null;
    else if (cells.every(({ text }) => text.startsWith('---'))) {
      titles = before.map(({ text }) => (isSecret(text, PROBE, detector) ? text : null));
      isSecondHead = before.some(({ text }) => text === '');
    } else if (isSecondHead) {
      titles = cells.map(({ text }, i) => (isSecret(text, PROBE, detector) ? text : (titles?.[i] ?? null)));
      isSecondHead = false;
    } else if (titles !== null)
      for (const [i, { text, start, end }] of cells.entries()) {
        const title = titles[i] ?? null;
        if (title !== null && isSecret(title, text, detector)) found.push({ start, end });
      }
    before = cells;
    start = end + 1;
  }
  return found;
}

function isSecret(title: string, value: string, detector: DocumentDetector): boolean {
  if (title === '' || value === '' || title.split(' ').length > WORDS_OF_A_TITLE) return false;
  return detector.detect(`${title}: ${value}`).spans.some(({ end }) => end > title.length + 2);
}

function cellsOf(markdown: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  let start = from + 1;
  for (let at = start; at < to; at++) {
    if (markdown[at] === '\\') at++;
    else if (markdown[at] === '|') {
      const raw = markdown.slice(start, at);
      const lead = raw.length - raw.trimStart().length;
      const text = raw.trim();
      cells.push({ text, start: start + lead, end: start + lead + text.length });
      start = at + 1;
    }
  }
  return cells;
}
