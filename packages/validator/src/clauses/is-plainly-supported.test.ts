import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readText } from '../reading/text-reading.ts';
import { clauseSupport, isPlainlySupported } from './clause-support.ts';

const piece = fc.constantFrom(
  ...[
    'The pump',
    ' runs',
    ', it leaks',
    ', everybody danced in Rome',
    ' which is loud',
    ',',
    ', 7',
    ' percent',
    ' 75,360',
    ' 75360',
    ' near Berlin,',
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

const marker = '[claim:0123456789abcdef]';

it('passes at a glance only what the whole check passes', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 6 }),
      fc.array(piece, { maxLength: 6 }),
      fc.constantFrom('', ' '),
      fc.constantFrom('', '.'),
      fc.boolean(),
      (pieces, others, gap, stop, isRow) => {
        const text = pieces.join('');
        const raw = `${text}${gap}${marker}${stop}`;
        const start = text.length + gap.length;
        const markers = [{ start, end: start + marker.length, carries: true }];
        for (const span of [`So: ${text} today.`, `So: ${others.join('')} today.`]) {
          if (!isPlainlySupported(raw, markers, [readText(span)], isRow)) continue;
          expect(clauseSupport(raw, markers, [span], () => '', isRow)).toEqual({
            riders: [],
            embedded: [],
            supported: true,
          });
        }
      },
    ),
    { numRuns: 2000 },
  );
});

it('passes a piece of its span, and plain words that its span has', () => {
  const passes = (words: string) =>
    isPlainlySupported(
      `${words} ${marker}.`,
      [{ start: words.length + 1, end: words.length + 1 + marker.length, carries: true }],
      [readText('The pump in Rome runs by day and by night.')],
      false,
    );
  expect(passes('The pump in Rome runs by day and by night')).toBe(true);
  expect(passes('By night, the pump runs')).toBe(true);
  expect(passes('By night and by day, the pump in Rome runs')).toBe(true);
  expect(passes('By night, everybody dances')).toBe(false);
  expect(passes('By night, which runs')).toBe(false);
  expect(passes('The pump runs and everybody dances')).toBe(false);
});
