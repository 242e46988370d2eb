import { expect, it } from 'vitest';
import { createBoundedReader, type Document } from '../index.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';

/** 10,000 pages: `MEMORA_TEST_WHOLE=1`. */
const PAGES = process.env['MEMORA_TEST_WHOLE'] === '1' ? 10_000 : 200;

/** The default of `maxPages`. */
const MOST_PAGES = 5_000;

it(
  'a PDF of very many pages is read as far as it may be, each page with its place, and that is said; or it is refused in its own words',
  async () => {
    const pages = Array.from({ length: PAGES }, (_, page) =>
      ['crane', 'barge', 'winch'].map((verb, line) => ({
        x: 72,
        y: 700 - 40 * line,
        text: `The ${verb} of ${nameOf(page * 3 + line)} stands beside the harbour and waits.`,
      })),
    );
    await using reader = createBoundedReader();
    const found: Document[] = [];
    let refused = '';
    try {
      for await (const document of reader.read(makePdf(pages), { type: 'pdf' })) found.push(document);
    } catch (error) {
      refused = (error as { readonly code?: string }).code ?? String(error);
    }
    if (refused !== '') expect(refused).toMatch(/^DOCUMENT_TOO_(?:COSTLY|LARGE)$/u);
    else {
      const [{ markdown, anchors, meta } = {}] = found as [Partial<Document>];
      const last = Math.min(PAGES, MOST_PAGES);
      expect([meta?.pages, anchors?.at(-1)?.label]).toEqual([PAGES, `page ${last}`]);
      expect(markdown).toContain(`The winch of ${nameOf(last * 3 - 1)} stands`);
      // Unread text is reported.
      expect(meta?.notices.length).toBe(last < PAGES ? 1 : 0);
    }
  },
  PAGES * 100,
);

/** A name for each number without digits, because lines at the top of pages that differ only in numbers are running heads. */
function nameOf(number: number): string {
  return `K${[...number.toString(16)].map((digit) => 'aeioubdfgklmnprs'[Number.parseInt(digit, 16)]).join('')}`;
}
