import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLetterVectors } from './letter-vectors.ts';

const word = fc.oneof(
  fc.string({ minLength: 2, maxLength: 40, unit: 'grapheme' }),
  fc.stringMatching(/^[a-z0-9]{2,12}$/),
);

it('gives the same vector for a word whether its signs are added one by one or counted from tables', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(1, 31, 100, 128),
      (words, n) => {
        const counting = createLetterVectors(n);
        for (let i = 0; i < 64; i++) counting('filler');
        for (const each of words) expect(counting(each)).toEqual(createLetterVectors(n)(each));
      },
    ),
    { numRuns: sampleOf(100) },
  );
});

it('gives vectors of length 1 that are near for words that share most letters', () => {
  const vectorOf = createLetterVectors(128);
  const cosine = (a: string, b: string) =>
    vectorOf(a).reduce((sum, x, i) => sum + x * (vectorOf(b)[i] as number), 0);
  expect(cosine('wasserpumpe', 'wasserpumpe')).toBeCloseTo(1, 5);
  expect(cosine('wasserpumpe', 'wasserpumpen')).toBeGreaterThan(0.6);
  expect(Math.abs(cosine('wasserpumpe', 'kilometer'))).toBeLessThan(0.3);
});
