import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermFinder, findTerms } from './term-finder.ts';

const found = (position: number) => [{ position, weight: 1, typo: false }];

describe('finding the terms of a question', () => {
  it('gives what splitting the text and looking up each term gives, whatever the characters', () => {
    const term = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replaceAll(' ', '_'));
    fc.assert(
      fc.property(fc.array(term, { maxLength: 30 }), fc.array(term, { maxLength: 6 }), (terms, others) => {
        const wanted = new Map([...terms.slice(0, 4), ...others].map((text, i) => [text, found(i)]));
        const split = terms.flatMap((text, at) => {
          const hit = wanted.get(text);
          return hit ? [{ at, found: hit }] : [];
        });
        expect(findTerms(terms.join(' '), createTermFinder(wanted))).toEqual({
          length: terms.length,
          hits: split,
        });
      }),
    );
  });

  it('finds no term inside another, nor one that only begins like it', () => {
    const finder = createTermFinder(new Map([['drift', found(0)]]));
    expect(findTerms('drifts adrift drif drift-bench', finder)).toEqual({ length: 4, hits: [] });
    expect(findTerms('', finder)).toEqual({ length: 0, hits: [] });
  });
});
