import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { makePdf } from '../testing-fixtures/make-pdf.ts';
import { toFragments } from './to-fragments.ts';

const item = (str: string) => ({ str, dir: 'ltr', transform: [10, 0, 0, 10, 60, 700], width: 40 });
const textOf = (str: string) => toFragments([item(str)], [0, 0, 600, 800]).fragments.map(({ text }) => text);

it('reads the ligatures of fonts that name no letters, which stand where others have control characters', () => {
  expect(textOf('\u001cable, e\u001bort, o\u001ece')).toEqual(['fiable, effort, office']);
  expect(textOf('\u000cnal')).toEqual(['final']);
  expect(textOf('plain')).toEqual(['plain']);
});

it('leaves out the number of a page that is the only one, and no number of its text', async () => {
  const lines = Array.from({ length: 6 }, (_, i) => ({
    x: 60,
    y: 760 - i * 15,
    text: `The crane lifts ${i} tons.`,
  }));
  const pdf = makePdf([[...lines, { x: 60, y: 400, text: '12' }, { x: 300, y: 40, text: '1' }]]);
  const { markdown } = await readDocument(pdf);
  expect(markdown).toContain('12');
  expect(markdown).not.toMatch(/^1$/m);
  expect(markdown).not.toContain('12 1');
});

it('leaves out the numbers of pages wherever the foot of the page is, and no number of its text', async () => {
  const page = (number: number) => [
    ...Array.from({ length: 12 }, (_, i) => ({
      ...{ x: 60, y: 760 - i * 13 },
      text: `Crane ${number * 12 + i} lifts tons and tons of stone over the`,
    })),
    { x: 60, y: 760 - 12 * 13, text: `harbour ${number} times a day and` },
    { x: 300, y: 143, text: String(number) },
  ];
  const { markdown } = await readDocument(makePdf([page(1), page(2)]));
  expect(markdown).toContain('harbour 1 times a day and Crane 24');
  const other = [page(1), page(2)].map((lines, i) =>
    lines.map((line) => (line.y === 143 ? { ...line, text: String(40 + 7 * i) } : line)),
  );
  expect((await readDocument(makePdf(other))).markdown).toMatch(/40[\s\S]*47/);
});

it('reads two letters that one sign is drawn for in their order, beside the same two that are drawn one by one', async () => {
  const drawn = Array.from('المستهﻻك الأول').reverse().join('');
  const pdf = makePdf([[{ x: 300, y: 700, text: drawn }]], { isSpelled: true });
  expect((await readDocument(pdf)).markdown).toBe('<!--anchor: page 1-->\nالمستهلاك الأول\n');
});
