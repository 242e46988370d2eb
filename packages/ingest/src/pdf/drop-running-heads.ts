import type { PdfLine, PdfPage } from './fragment.ts';

/** Lines at the top and the bottom of a page that may be its head or its foot. */
const EDGE = 3;

/** The pages without what stands on many of them at the same place: heads, feet, numbers of pages. */
export function dropRunningHeads(pages: readonly PdfPage[]): PdfPage[] {
  const counts = new Map<string, number>();
  for (const page of pages)
    for (const key of new Set(edgesOf(page).map((line) => keyOf(line, page)))) add(counts, key);
  // Heads differ between left and right pages.
  const enough = Math.max(2, Math.min(pages.length * 0.3, 10));
  return pages.map((page) => {
    const edges = new Set(edgesOf(page));
    const lines = page.lines.filter((line) => {
      if (!edges.has(line)) return true;
      if (pages.length > 1 && isPageNumber(line.text) && isAtEdge(line, page)) return false;
      return (counts.get(keyOf(line, page)) ?? 0) < enough || pages.length < 3;
    });
    return { ...page, lines };
  });
}

function edgesOf({ lines }: PdfPage): readonly PdfLine[] {
  const sorted = [...lines].sort((a, b) => b.y - a.y);
  return sorted.length <= 2 * EDGE ? sorted : [...sorted.slice(0, EDGE), ...sorted.slice(-EDGE)];
}

/** Figures change from page to page, and the place by little. */
function keyOf({ text, y }: PdfLine, { height }: PdfPage): string {
  return `${Math.round((y / height) * 50)} ${text
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/\b[ivxlc]+\b/g, '#')}`;
}

function isPageNumber(text: string): boolean {
  return /^[\s–—-]*(?:(?:page|seite|p\.|página|pagina|страница|стр\.?|sayfa|σελίδα|第)\s*)?(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur|из|页|頁)\s*\d{0,5})?[\s–—-]*$/iu.test(
    text,
  );
}

function isAtEdge({ y }: PdfLine, { height }: PdfPage): boolean {
  return y < height * 0.12 || y > height * 0.88;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
