import { toDay } from '../../text/to-day.ts';
import type { PdfPage } from '../fragment.ts';
import { normalised } from '../to-paragraphs.ts';
import type { Pdf } from './open-pdf.ts';

/** Titles that programs write by themselves. */
const NO_TITLE =
  /^(?:untitled|microsoft word|document\d*|powerpoint|slide \d|.*\.(?:docx?|odt|tex|dvi|indd|qxd|pages|rtf))\b/i;

/** The metadata of the file; null for a title that a program wrote. */
export async function readInfo(pdf: Pdf) {
  const info = ((await pdf.getMetadata().catch(() => null))?.info ?? {}) as Record<string, unknown>;
  const text = (key: string) => (typeof info[key] === 'string' ? info[key].replace(/\s+/gu, ' ').trim() : '');
  return {
    title: text('Title') === '' || NO_TITLE.test(text('Title')) ? null : text('Title'),
    authors: text('Author')
      .split(/\s*(?:;|,| and )\s*/)
      .filter((name) => name !== ''),
    published: toDay(text('CreationDate')),
  };
}

const MOST_TITLES = 5_000;

/** The titles of the outline by their depth. */
export async function readOutline(pdf: Pdf): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  interface Item {
    readonly title: string;
    readonly items: readonly Item[];
  }
  const visit = (items: readonly Item[], depth: number): void => {
    for (const { title, items: inner } of items) {
      const key = normalised(title);
      if (key !== '' && levels.size < MOST_TITLES && !levels.has(key)) levels.set(key, depth);
      if (depth < 6) visit(inner, depth + 1);
    }
  };
  visit((await pdf.getOutline().catch(() => null)) ?? [], 1);
  return levels;
}

/** The largest line of the first page. */
export function titleOf([first]: readonly PdfPage[]): { readonly title?: string } {
  const lines = first?.lines ?? [];
  const largest = Math.max(0, ...lines.map(({ size }) => size));
  const usual = [...lines].sort((a, b) => a.size - b.size)[Math.floor(lines.length / 2)]?.size ?? 0;
  const title = lines
    .filter(({ size }) => size > largest * 0.95)
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');
  return largest > usual * 1.15 && title.length > 3 && title.length < 250 ? { title } : {};
}
