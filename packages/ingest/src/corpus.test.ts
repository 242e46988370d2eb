import { expect, it } from 'vitest';
import { measureCorpus } from './testing-fixtures/measure-corpus.ts';

it('reads documents of all formats and eleven languages whole, in order, and knows their places', async () => {
  const { figures } = await measureCorpus();
  expect(figures.length).toBe(8);
  const isWithin = ({ value, budget: { min = -Infinity, max = Infinity } }: (typeof figures)[number]) =>
    value >= min && value <= max;
  expect(figures.filter((figure) => !isWithin(figure))).toEqual([]);
});
