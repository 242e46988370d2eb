import type { PdfLine, PdfPage } from './fragment.ts';

/** The number of lines at the top and bottom of a page that may be its header or footer. */
const EDGE = 3;

/**
 * Removes headers, footers and page numbers: text that is on many pages at the same place. If lines differ
 * only in a number, they are a header only if the number rises with the pages: totals and meter readings are
 * text. Of each page, at least its text besides its number is kept.
 */
export function dropRunningHeads(pages: readonly PdfPage[]): PdfPage[] {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(edgesOf(page).flatMap((line) => keysOf(line, page)))) add(counts, key);
  // Headers differ between left and right pages.
  const enough = Math.max(2, Math.min(pages.length * 0.3, 10));
  const isCounting = findCounting(pages);
  return pages.map((page) => {
    const edges = new Set(edgesOf(page));
    const isNumber = (line: PdfLine) =>
      isPageNumber(line.text) && (isCounting(line, page) || isNumberAtEdge(line, page, pages.length));
    const isHead = (line: PdfLine) =>
      keysOf(line, page).some((key) => (counts.get(key) ?? 0) >= enough) &&
      // If there are only two pages, the line must be on both, right at the edge.
      (pages.length > 2 || isAtEdge(line, page));
    const numbered = page.lines.filter((line) => !edges.has(line) || !isNumber(line));
    const lines = numbered.filter((line) => !edges.has(line) || !isHead(line));
    return { ...page, lines: lines.length === 0 ? numbered : lines };
  });
}

/** The lines that a gap separates from the text: up to three above it and three below. */
function edgesOf({ lines }: PdfPage): readonly PdfLine[] {
  const sorted = [...lines].sort((a, b) => b.y - a.y);
  const gaps = sorted.slice(1).map(({ y }, i) => (sorted[i]?.y ?? y) - y);
  const steps = gaps.filter((gap) => gap > 2).sort((a, b) => a - b);
  const usual = steps[Math.floor(steps.length * 0.4)] ?? 0;
  const isApart = (gap: number | undefined) => gap !== undefined && gap > 1.4 * usual;
  const top = [3, 2, 1].find((count) => isApart(gaps[count - 1])) ?? 0;
  const foot = [3, 2, 1].find((count) => isApart(gaps[gaps.length - count])) ?? 0;
  return sorted.length <= EDGE ? sorted : [...sorted.slice(0, top), ...sorted.slice(sorted.length - foot)];
}

/**
 * The keys under which a line is counted at its place on the page, which varies a little: its text, and for each of its numbers the text without numbers and
 * the difference between the number and the page.
 */
function keysOf({ text, y }: PdfLine, { height, number }: PdfPage): string[] {
  const place = Math.round((y / height) * 50);
  const said = text.toLowerCase();
  const bare = said.replace(NUMBER, '#');
  const ahead = [...said.matchAll(NUMBER)].map(([digits]) => `${place} ${toNumber(digits) - number} ${bare}`);
  return [`${place} ${said}`, ...ahead];
}

const NUMBER = /\d+|\b[ivxlc]+\b/g;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function toNumber(digits: string): number {
  if (/\d/.test(digits)) return Number(digits);
  const values = [...digits].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

function isPageNumber(text: string): boolean {
  return /^[\s–—-]*(?:(?:page|seite|p\.|página|pagina|страница|стр\.?|sayfa|σελίδα|第)\s*)?(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|из|页|頁)\s*\d{0,5})?[\s–—-]*$/iu.test(
    text,
  );
}

/** Recognises page numbers by their rising with the pages, wherever the footer is: TeX sets it well above the edge. */
function findCounting(pages: readonly PdfPage[]): (line: PdfLine, page: PdfPage) => boolean {
  const counts = new Map<string, number>();
  const stepOf = ({ text }: PdfLine, { number }: PdfPage): string => `${Number(text.trim()) - number}`;
  for (const page of pages) {
    const numbers = edgesOf(page).filter(({ text }) => /^\s*\d{1,5}\s*$/.test(text));
    for (const step of new Set(numbers.map((line) => stepOf(line, page)))) add(counts, step);
  }
  return (line, page) => (counts.get(stepOf(line, page)) ?? 0) >= 2;
}

/** On a single page, only a 1 can be its page number. */
function isNumberAtEdge(line: PdfLine, page: PdfPage, pages: number): boolean {
  if (pages > 1) return isAtEdge(line, page);
  return line.text.trim() === '1' && (isAtEdge(line, page) || line.y < page.height * 0.18);
}

function isAtEdge({ y }: PdfLine, { height }: PdfPage): boolean {
  return y < height * 0.12 || y > height * 0.88;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
