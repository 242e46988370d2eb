import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseTerm } from './normalise-term.ts';

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (term) => {
      const once = normaliseTerm(term);
      expect(normaliseTerm(once)).toBe(once);
    }),
    { numRuns: sampleOf(2000) },
  );
});

it.each([
  ['  The   API\tGateway ', 'the api gateway'],
  ['Cafe\u0301', 'café'],
  ['ÅNGSTRÖM', 'ångström'],
  ['ΟΔΟΣ', 'οδος'.replace(/σ$/, 'ς')],
  ['東京\u3000オフィス', '東京 オフィス'],
  ['a\u00a0b\r\nc', 'a b c'],
  ['10²', '10²'],
  ['−5 °C', '−5 °c'],
  ['not v1.2', 'not v1.2'],
  ['', ''],
])('reads %j as %j', (term, normal) => {
  expect(normaliseTerm(term)).toBe(normal);
});

it('keeps numbers, signs, negation and order apart', () => {
  const terms = [
    'timeout 30 s',
    'timeout 60 s',
    'timeout -30 s',
    'no timeout 30 s',
    '30 s timeout',
    'timeout 30s',
  ];
  expect(new Set(terms.map(normaliseTerm)).size).toBe(terms.length);
});
