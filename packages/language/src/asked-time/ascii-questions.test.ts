import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAsciiSource } from '../text/to-ascii-source.ts';
import { readAskedEvent, readAskedTime } from './read-asked-time.ts';
import { TIME_WORDS } from './time-words.ts';

const now = new Date('2026-06-15T12:00:00Z');

const QUESTIONS = [
  'How did the rent change over the years',
  'What is the history of',
  'Since when',
  'when exactly',
  'in welchem Jahr',
  'Wie hat sich die Miete entwickelt',
  'a lo largo del tiempo',
  'the whole timeline of',
];
/** Every form in the tables that ASCII can write, as a person may write it. */
const FORMS = Object.values(TIME_WORDS)
  .flatMap((words) => Object.values(words).flat())
  .flatMap((entry) => entry.split(/[ |]/u))
  .map((form) => form.replaceAll('_', ' ').replaceAll(/\(\?:|[()?]|\[[^\]]*\]/gu, ''))
  .filter((form) => /^[\x20-\x7e]+$/u.test(form));
const word = fc.oneof(
  fc.constantFrom(...FORMS),
  fc.constantFrom(...QUESTIONS),
  fc.constantFrom(
    '2024',
    '1999',
    '3',
    '12',
    'Q3',
    'March',
    'maggio',
    'the move',
    'pump_2024',
    '2024-05-01',
    'x2024',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
);
const question = fc
  .tuple(
    fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '-', ', ', "'", '')), { maxLength: 9 }),
    fc.boolean(),
  )
  .map(([words, loud]) => words.flat().join('')[loud ? 'toUpperCase' : 'trim']())
  .filter((text) => /^[\x00-\x7f]*$/u.test(text));

it('reads a question of ASCII alone as it reads the same with another character behind it', () => {
  fc.assert(
    fc.property(question, (text) => {
      // After a space it belongs to no word. Readers that read up to the end of the question remove it.
      const beside = `${text} …`;
      expect(readAskedTime(text, { now })).toEqual(readAskedTime(beside, { now }));
      const event = readAskedEvent(text);
      const other = readAskedEvent(beside);
      expect(withoutEnd(event?.event)).toBe(withoutEnd(other?.event));
      expect(event?.start).toBe(other?.start);
    }),
    { numRuns: sampleOf(400) },
  );
});

/** Punctuation at the end of a question is removed, and there is another character in its place. */
function withoutEnd(text: string | undefined): string | undefined {
  return text?.replace(/[\s.?!]+$/u, '');
}

it('refuses a class that ASCII has no ranges for', () => {
  expect(() => toAsciiSource('\\p{Script=Greek}')).toThrow();
  expect(() => toAsciiSource('\\p{Ll}')).toThrow();
  expect(() => toAsciiSource('[\\P{L}]')).toThrow();
  expect(toAsciiSource('\\\\p{L}[\\]\\p{L}\\p{N}\\p{M}]\\P{L}')).toBe('\\\\p{L}[\\]a-zA-Z0-9][^a-zA-Z]');
});
