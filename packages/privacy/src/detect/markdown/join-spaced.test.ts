import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDetector } from '../create-detector.ts';
import { findSecretRanges } from './find-secret-ranges.ts';
import { joinSpaced } from './join-spaced.ts';

it('joins single characters with one blank between each two of them', () => {
  expect(joinSpaced('See M o o n h 0 r s e ! 8 there.')?.text).toBe('See Moonh0rse!8 there.');
  expect(joinSpaced('M o o n h 0 r s e')?.text).toBe('Moonh0rse');
  for (const text of ['', 'a', 'a b c d e f g', 'ab cd ef gh ij kl mn op', 'a  b  c  d  e  f  g  h'])
    expect([text, joinSpaced(text)]).toEqual([text, null]);
});

it('maps each range to where it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '7', ' ', '\n') }), (text) => {
      const joined = joinSpaced(text);
      if (joined === null) return;
      for (let at = 0; at < joined.text.length; at++) {
        const { start, end } = joined.written({ start: at, end: at + 1 });
        expect(text.slice(start, end)).toBe(joined.text[at]);
      }
    }),
  );
});

it('finds a password with a blank behind each character, and no list of letters', () => {
  const detector = createDetector({ mode: 'enforce' });
  const found = (markdown: string) =>
    findSecretRanges(markdown, detector)?.map(({ start, end }) => markdown.slice(start, end));
  expect(found('Password: M o o n h 0 r s e ! 8')).toEqual(['M o o n h 0 r s e ! 8']);
  expect(found('| a | b | c | d | e |\n|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 |')).toEqual([]);
  expect(found('Passwords use A B C D E F G H I J K L M N.')).toEqual([]);
});

it('reads very many blanks in time', () => {
  expect(joinSpaced(' '.repeat(500_000))).toBeNull();
  expect(joinSpaced('a '.repeat(250_000))?.text.length).toBe(250_001);
});
