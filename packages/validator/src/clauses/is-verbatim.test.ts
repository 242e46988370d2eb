import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clauseSupport } from './clause-support.ts';
import { isPlainlyVerbatim } from './is-verbatim.ts';

const piece = fc.constantFrom(
  ...[
    'The pump',
    ' runs',
    ', it leaks',
    ' and',
    '  ',
    '\n',
    '[^1]',
    '<br>',
    '![x](y)',
    '.',
    '!',
    '(',
    '。',
    ' www.a.org',
    ' 5',
  ],
);

it('passes at a glance only what the whole check passes', () => {
  const marker = '[claim:0123456789abcdef]';
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 6 }),
      fc.constantFrom('', ' '),
      fc.constantFrom('', '.'),
      (pieces, gap, stop) => {
        const text = pieces.join('');
        const raw = `${text}${gap}${marker}${stop}`;
        const start = text.length + gap.length;
        const markers = [{ start, end: start + marker.length, carries: true }];
        const spans = [`So: ${text} today.`];
        if (!isPlainlyVerbatim(raw, markers, spans)) return;
        // With one marker more nothing is passed at a glance.
        const twice = [...markers, { start: raw.length, end: raw.length, carries: false }];
        expect(clauseSupport(raw, twice, spans, () => '', false)).toEqual({
          riders: [],
          embedded: [],
          supported: true,
        });
      },
    ),
  );
  expect(
    isPlainlyVerbatim(
      `The pump runs ${marker}.`,
      [{ start: 14, end: 14 + marker.length }],
      ['The pump runs.'],
    ),
  ).toBe(true);
});
