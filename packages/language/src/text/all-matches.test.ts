import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allMatches } from './all-matches.ts';

// Syntax that is newer than the compiler's target.
const NEWER = 'gv';

it.each([/a+b?/g, /(?<one>\p{L})x*/gu, /\b/g, /x*/gu, /x*/g, new RegExp('(?<=a)(?!b)', NEWER), /.$/gms])(
  'finds with %s what String.matchAll does, time and again',
  (pattern) => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'x', ' ', '\n', '\u{1d400}', '\ud800'), maxLength: 9 }),
        (text) => {
          expect(allMatches(text, pattern)).toEqual([...text.matchAll(pattern)]);
          expect(pattern.lastIndex).toBe(0);
        },
      ),
    );
  },
);

it('refuses a pattern that would be matched once', () => {
  expect(() => allMatches('a', /a/)).toThrow(TypeError);
});
