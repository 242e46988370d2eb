import { describe, expect, it } from 'vitest';
import { createBoundedReader } from '../index.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';

/** The extracted text of a PDF whose pages have these lines, from the top down. */
async function read(pages: readonly (readonly string[])[]): Promise<string> {
  await using reader = createBoundedReader();
  const pdf = makePdf(
    pages.map((lines) => lines.map((text, i) => ({ x: 72, y: i === 0 ? 780 : 700 - 30 * i, text }))),
  );
  let text = '';
  for await (const { markdown } of reader.read(pdf, { type: 'pdf' })) text += markdown;
  return text;
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
/** In an order that can't be page numbers. */
const READINGS = [417, 12, 988, 301, 77, 640, 5, 219, 850, 133];

describe('of lines that stand on each page', () => {
  it('keeps one that is all a page has, whatever its number', async () => {
    const text = await read(READINGS.map((reading) => [`Meter reading ${reading} litres.`]));
    for (const reading of READINGS) expect(text).toContain(`Meter reading ${reading} litres.`);
  });

  it('keeps those that differ by a number that is no page', async () => {
    const text = await read(
      READINGS.map((reading, i) => [
        `Total ${reading} EUR`,
        `The crane ${'abcdefghij'[i]} lifts.`,
        'It is red.',
        'It was oiled.',
        'It stands still.',
      ]),
    );
    for (const reading of READINGS) expect(text).toContain(`Total ${reading} EUR`);
  });

  it('drops heads that are the same, or that count with the pages, in roman figures too', async () => {
    const body = (i: number) =>
      ['stands', 'lifts', 'turns', 'waits'].map((verb) => `The crane ${'abcdefghij'[i]} ${verb}.`);
    const heads = [
      () => 'Harbour rules',
      (i: number) => `Harbour rules 2026, page ${i + 41} of 90`,
      (i: number) => `Preface ${['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'][i]}`,
    ];
    for (const head of heads) {
      const text = await read(range(10).map((i) => [head(i), ...body(i)]));
      expect(text).not.toMatch(/Harbour rules|Preface/u);
      expect(text).toContain('The crane j waits.');
    }
  });
});
