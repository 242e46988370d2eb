import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claimedMonths, monthForms } from './months.ts';
import { readDates } from './read-dates.ts';
import { scanDates } from './scan-dates.ts';

/** Days as people write them, in every language that both readers support. */
const written = fc
  .record({
    name: fc.constantFrom(...Object.values(claimedMonths()).flatMap(monthForms)),
    day: fc.integer({ min: 1, max: 28 }),
    year: fc.integer({ min: 1900, max: 2099 }),
    shape: fc.constantFrom(
      (d: number, [m]: readonly [string, number], y: number) => `${d} ${m} ${y}`,
      (d: number, [m]: readonly [string, number], y: number) => `${d}. ${m} ${y}`,
      (d: number, [m]: readonly [string, number], y: number) => `${d} de ${m} de ${y}`,
      (d: number, [m]: readonly [string, number], y: number) => `${m} ${d}, ${y}`,
      (d: number, [, m]: readonly [string, number], y: number) =>
        `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
      (d: number, [, m]: readonly [string, number], y: number) => `${d}.${m}.${y}`,
      (d: number, [, m]: readonly [string, number], y: number) => `${y}年${m}月${d}日`,
      (d: number, [, m]: readonly [string, number], y: number) => `${y}년 ${m}월 ${d}일`,
    ),
  })
  .map(({ shape, day, name, year }) => shape(day, name, year));

it('reads as a day what the scanner of claims reads as that day', () => {
  fc.assert(
    fc.property(written, fc.constantFrom('', 'The audit was on ', '監査は'), (date, before) => {
      const text = `${before}${date}.`;
      for (const { date: iso, precision } of scanDates(text)) {
        if (precision !== 'day') continue;
        const days = readDates(text).map(({ year, month, day }) =>
          [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'),
        );
        expect(days, text).toContain(iso);
      }
    }),
    { numRuns: sampleOf(2_000) },
  );
});
