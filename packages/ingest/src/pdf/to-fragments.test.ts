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
