import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSpanWithin, sliceSpan, toSpan } from './span.ts';

it('makes a span of two offsets in order and refuses all others', () => {
  expect(toSpan(2, 5)).toEqual({ start: 2, end: 5 });
  expect(toSpan(2, 2)).toEqual({ start: 2, end: 2 });
  for (const [start, end] of [
    [5, 2],
    [-1, 2],
    [0, 1.5],
    [Number.NaN, 1],
    [0, Infinity],
    [0, 2 ** 53],
  ] as const) {
    expect(() => toSpan(start, end)).toThrow(RangeError);
  }
});

it('slices exactly where the span lies within the bytes, and never throws', () => {
  const number = fc.oneof(fc.integer({ min: -3, max: 30 }), fc.double(), fc.constant(Number.NaN));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), number, number, (bytes, start, end) => {
      const slice = sliceSpan(bytes, { start, end });
      expect(slice !== null).toBe(isSpanWithin({ start, end }, bytes.length));
      if (slice !== null) expect([...slice]).toEqual([...bytes].slice(start, end));
    }),
    { numRuns: sampleOf(500) },
  );
});

it('gives a view on the bytes and no copy', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(sliceSpan(bytes, toSpan(1, 2))?.buffer).toBe(bytes.buffer);
});
