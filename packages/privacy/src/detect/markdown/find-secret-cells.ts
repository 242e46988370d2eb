import type { Detector } from '../create-detector.ts';
import type { TextRange } from '../merge-spans.ts';
import { readLines } from './read-lines.ts';

interface Cell extends TextRange {
  readonly text: string;
}

/** A column head with more words describes its column and is not a title: "SQL query to look up a password for a user". */
export const WORDS_OF_A_TITLE = 6;
/** A sample value: if the detector takes it for a password because of a title, the values below the title are passwords. */
export const PROBE = 'Xk9!vq27Lm48213';

/**
 * The cells of Markdown tables that are secret because of the title of their column, such as `password`.
 * Throws the detector's errors.
 */
export function findSecretCells(markdown: string, detector: Pick<Detector, 'detect'>): readonly TextRange[] {
  const found: TextRange[] = [];
  let before: readonly Cell[] = [];
  /** The titles of the current table; null for those that name no secret. */
  let titles: readonly (string | null)[] | null = null;
  /**
   * True in the row after the delimiter row if the first row leaves columns untitled: their titles may be in
   * this row.
   */
  let isSecondHead = false;
  for (const { start, end } of readLines(markdown)) {
    const cells = cellsOf(markdown, start, end);
    if (cells.length === 0) titles = null;
    else if (cells.every(({ text }) => isDelimiter(text))) {
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
  }
  return found;
}

function isSecret(title: string, value: string, detector: Pick<Detector, 'detect'>): boolean {
  if (title === '' || value === '' || title.split(' ').length > WORDS_OF_A_TITLE) return false;
  return detector.detect(`${title}: ${value}`).spans.some(({ end }) => end > title.length + 2);
}

/** `---`, `:-:`, `-`. */
function isDelimiter(text: string): boolean {
  return text.includes('-') && [...text].every((sign) => sign === '-' || sign === ':');
}

/** The cells of a row, which may lack the bars at its edges; empty for a line without a bar. */
function cellsOf(markdown: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  const first = markdown[from] === '|' ? from + 1 : from;
  let start = first;
  for (let at = start; at <= to; at++) {
    if (markdown[at] === '\\') at++;
    else if (markdown[at] === '|' || at === to) {
      const raw = markdown.slice(start, Math.min(at, to));
      const lead = raw.length - raw.trimStart().length;
      const text = raw.trim();
      if (at < to || text !== '') cells.push({ text, start: start + lead, end: start + lead + text.length });
      start = at + 1;
    }
  }
  return cells.length === 1 && first === from ? [] : cells;
}
