import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { computeFrequency, computeRecency, computeSalience } from './compute-salience.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

describe('salience', () => {
  it.each([
    [0, 1],
    [3, 0.862],
    [7, Math.SQRT1_2],
    [14, 0.5],
    [30, 0.2264],
    [60, 0.0513],
  ])(
    'of what was recalled %i days ago keeps %f of its recency, with a half-life of 14 days',
    (days, expected) => {
      expect(computeRecency(daysAgo(days), NOW)).toBeCloseTo(expected, 4);
    },
  );

  it.each([
    [0, 1],
    [1, 1.15],
    [2, 1.238],
    [10, 1.519],
  ])('of what was recalled %i times is multiplied by %f', (count, expected) => {
    expect(computeFrequency(count)).toBeCloseTo(expected, 3);
  });

  it('is the product of the four', () => {
    const parts = { relevance: 4.2, last: daysAgo(14), count: 2, trust: 0.7 };
    expect(computeSalience(parts, NOW)).toBeCloseTo(4.2 * 0.5 * 1.2377 * 0.7, 3);
  });
});

test('salience is finite, never negative, and grows with each of its parts, whatever the clock says', () => {
  const parts = fc.record({
    relevance: fc.double({ min: 0, max: 10, noNaN: true }),
    last: fc.oneof(fc.integer({ min: -100_000, max: 100_000 }).map(daysAgo), fc.constantFrom('', 'never')),
    count: fc.nat(1_000_000),
    trust: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(parts, (one) => {
      const salience = computeSalience(one, NOW);
      expect(Number.isFinite(salience) && salience >= 0).toBe(true);
      expect(computeSalience({ ...one, count: one.count + 1 }, NOW)).toBeGreaterThanOrEqual(salience);
      expect(computeSalience({ ...one, last: NOW.toISOString() }, NOW)).toBeGreaterThanOrEqual(salience);
      expect(computeSalience({ ...one, trust: 1 }, NOW)).toBeGreaterThanOrEqual(salience);
    }),
  );
});
