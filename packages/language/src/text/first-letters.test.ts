import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstLettersOf } from './first-letters.ts';

const BEGINNINGS: [pattern: RegExp, some: readonly string[], count?: number][] = [
  [/(?<![\p{L}\p{N}])(?:pass(?:word|port)|pin(?: code)?)/u, ['pass', 'pin', 'pin ']],
  [/\b[ab]c+d/, ['ac', 'bc']],
  [/(?<!\w)(?!x)\d{2}-?a/, ['00-a', '00a'], 200],
  [/(?:un )?ab{2}c/, ['un a', 'abbc']],
  [/x{0,2}y|[^a]b|z*/, ['x', 'y', '', 'z']],
  [/a\p{L}|b.|c[\w-]|\u00e9t|\.a|k(?<n>o|u)k/u, ['a', 'b', 'c', 'ét', '.a', 'kok', 'kuk']],
  [/[a-c]\/(?=e)/, ['a/', 'b/', 'c/']],
  [/[a-z]{4}/, ['aa', 'zz'], 676],
];

it.each(BEGINNINGS)('%s begins with %s', (pattern, expected, count = expected.length) => {
  const found = firstLettersOf(pattern);
  expect(found).toEqual(expect.arrayContaining([...expected]));
  expect(found).toHaveLength(count);
});

/** Sources of patterns of a few letters, with the deepest nesting that occurs. */
const source = fc.letrec<{ part: string; choice: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'é', '[ab]', '[^b]', '[a-c]', '\\d', '.', '\\p{L}', '\\u0061', '\\b', '(?!a)'),
    fc
      .tuple(tie('choice'), fc.constantFrom('', '?', '*', '+', '{2}', '{1,2}', '{0,1}', '??'))
      .map(([inner, times]) => `(?:${inner})${times}`),
  ),
  choice: fc
    .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((all) => all.map((parts) => parts.join('')).join('|')),
})).choice;

it('says of every match with which letters it begins', () => {
  fc.assert(
    fc.property(
      source,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1', ' '), maxLength: 8 }),
      (made, text) => {
        const pattern = new RegExp(made, 'gu');
        const letters = firstLettersOf(pattern);
        for (const [match] of text.matchAll(pattern))
          expect(letters.some((each) => match.startsWith(each))).toBe(true);
      },
    ),
    { numRuns: sampleOf(500) },
  );
});
