import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toInstant, toInstantText } from './to-instant.ts';

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

it('writes an instant as a Date does, without milliseconds that are none', () => {
  const years = { min: Date.UTC(-9999, 0), max: Date.UTC(19_999, 0) };
  const instants = fc.oneof(
    fc.integer(years),
    fc.integer({ min: 0, max: 200_000_000 }).map((second) => second * 1000),
    fc.double({ ...years, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(instants, { minLength: 1 }), (all) => {
      for (const each of all)
        expect(toInstantText(each)).toBe(new Date(each).toISOString().replace('.000Z', 'Z'));
    }),
  );
  expect(() => toInstantText(Number.NaN)).toThrow(RangeError);
});
