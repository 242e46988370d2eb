import { expect, it } from 'vitest';
import { measureCorpus } from './testing-fixtures/measure-corpus.ts';

it('reads documents of all formats and eleven languages whole, in order, and knows their places', async () => {
  const { documents, recall, order, boilerplate, hyphenation, parted, places, placed } =
    await measureCorpus();
  expect(documents).toBeGreaterThanOrEqual(120);
  expect(recall).toBeGreaterThanOrEqual(0.99);
  expect(order).toBeGreaterThanOrEqual(0.999);
  expect(boilerplate).toBeLessThanOrEqual(0.02);
  expect(parted).toBeGreaterThan(100);
  expect(hyphenation).toBeGreaterThanOrEqual(0.98);
  expect(placed).toBeGreaterThan(500);
  expect(places).toBeGreaterThanOrEqual(0.99);
});
