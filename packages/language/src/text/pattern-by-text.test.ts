import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patternByText } from './pattern-by-text.ts';

const SOURCES = [
  '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*',
  '[^\\p{L}\\p{M}\\p{N}]+',
  '\\p{Lu}\\p{L}?',
  '(?:^|[.!?:]\\s)[\\s\\p{P}]*',
  '\\p{P}+',
  '\\P{N}+',
];

it.each(SOURCES)('%s matches the same in ASCII as the pattern of all letters', (source) => {
  const pattern = patternByText(source, 'gu');
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 20 }), (text) => {
      expect(pattern(text).unicode).toBe(false);
      expect([...text.matchAll(pattern(text))]).toEqual([...text.matchAll(new RegExp(source, 'gu'))]);
    }),
  );
});

it('is the pattern of all letters for any other text', () => {
  const pattern = patternByText('\\p{L}+', 'gu');
  expect('Straße in Łódź'.match(pattern('Straße in Łódź'))).toEqual(['Straße', 'in', 'Łódź']);
  expect(pattern('é')).toBe(pattern('ü'));
});
