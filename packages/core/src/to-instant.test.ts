import { expect, it } from 'vitest';
import { toInstant } from './to-instant.ts';

it.each([
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['2026-Q2', '2026-04-01T00:00:00.000Z'],
  ['2026-03', '2026-03-01T00:00:00.000Z'],
  ['2026-03-05', '2026-03-05T00:00:00.000Z'],
  ['2026-03-05T12:30', '2026-03-05T12:30:00.000Z'],
  ['2026-03-05T12:30:00Z', '2026-03-05T12:30:00.000Z'],
  ['2026-03-05T12:30:00+02:00', '2026-03-05T10:30:00.000Z'],
])('reads %s as its first instant, in UTC where it names no zone', (text, instant) => {
  expect(new Date(toInstant(text) as number).toISOString()).toBe(instant);
});

it.each(['', 'yesterday', '05.03.2026', '2026-13-01', '2026-03-05 at noon'])('does not read %j', (text) => {
  expect(toInstant(text)).toBeNull();
});

it('takes a Date as it is, and none that is no time', () => {
  expect(toInstant(new Date(5))).toBe(5);
  expect(toInstant(new Date(Number.NaN))).toBeNull();
});
