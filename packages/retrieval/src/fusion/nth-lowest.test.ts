import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nthLowest } from './nth-lowest.ts';

test('gives what stands at a place of the sorted list, and leaves what is higher behind it', () => {
  const numbers = fc.array(
    fc.oneof(fc.constantFrom(-1, 0, 0.5, 2), fc.double({ noNaN: true, noDefaultInfinity: true })),
    { minLength: 1, maxLength: 80 },
  );
  fc.assert(
    fc.property(numbers, fc.nat(79), (given, at) => {
      const n = at % given.length;
      const left = Float64Array.from(given);
      const found = nthLowest(left, n);
      const sorted = Float64Array.from(given).sort();
      expect(found).toBeCloseTo(sorted[n] as number, 12);
      expect(left.toSorted()).toEqual(sorted);
      expect(left.subarray(n).every((each) => each >= found)).toBe(true);
      expect(left.subarray(0, n).every((each) => each <= found)).toBe(true);
    }),
  );
});

test('takes no longer for numbers that are sorted, or all the same', () => {
  const sorted = Float64Array.from({ length: 100_001 }, (_, i) => i);
  expect(nthLowest(sorted, 50_000)).toBe(50_000);
  expect(nthLowest(sorted.reverse(), 3)).toBe(3);
  expect(nthLowest(new Float64Array(100_000).fill(7), 99_000)).toBe(7);
});
