import { describe, expect, it } from 'vitest';
import { readRelativeDate } from './read-relative-date.ts';

/** A Sunday. */
const AT = '2026-11-22T14:03:05Z';
const dateOf = (text: string) => readRelativeDate(text, AT)?.validFrom ?? null;

describe('a date by its distance from when it was said', () => {
  it.each([
    ['We moved the relay yesterday.', '2026-11-21'],
    ['Today the relay moved.', '2026-11-22'],
    ['I fly to Rome next Monday.', '2026-11-23'],
    ['I flew to Rome last Monday.', '2026-11-16'],
    ['I fly to Rome next Sunday.', '2026-11-29'],
    ['I flew to Rome last Sunday.', '2026-11-15'],
    ['The relay moved two weeks ago.', '2026-11-08'],
    ['The relay moved last month.', '2026-10'],
    ['The relay moved last year.', '2025'],
    ['Gestern zog das Relais um.', '2026-11-21'],
    ['Das Relais zieht nächsten Montag um.', '2026-11-23'],
    ['Hier, le relais a déménagé.', '2026-11-21'],
    ['Ayer se movió el relé.', '2026-11-21'],
  ])('%s', (text, date) => {
    expect(dateOf(text)).toBe(date);
  });

  it.each([
    'The relay moved.',
    'The relay moves on Monday.',
    'The relay moved on 2026-03-03.',
    'It rained yesterday, and last month too.',
    'The relay moves in May.',
    '',
  ])('is none in "%s"', (text) => {
    expect(dateOf(text)).toBeNull();
  });

  it('is none where nobody knows when it was said', () => {
    expect(readRelativeDate('yesterday', 'soon')).toBeNull();
  });
});
