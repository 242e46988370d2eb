import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlainKernel, createScanKernel } from './scan-kernel.ts';
import { toBytes } from './vector-bytes.ts';

const component = fc.float({ min: -1, max: 1, noNaN: true });
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 70 }))
  .chain(([dimensions, count]) =>
    fc.record({
      dimensions: fc.constant(dimensions),
      query: fc.array(component, { minLength: dimensions, maxLength: dimensions }),
      vectors: fc.array(fc.array(component, { minLength: dimensions, maxLength: dimensions }), {
        minLength: count,
        maxLength: count,
      }),
    }),
  );

describe('comparing many vectors at once', () => {
  test('gives what comparing them in JavaScript gives, for any number of dimensions', () => {
    fc.assert(
      fc.property(matrix, ({ dimensions, query, vectors }) => {
        const fast = createScanKernel(vectors.length, dimensions);
        const plain = createPlainKernel(vectors.length, fast.stride / 2);
        vectors.forEach((vector, i) => {
          for (const kernel of [fast, plain])
            kernel.vectors.set(toBytes(Float32Array.from(vector)), i * kernel.stride);
        });
        const padded = new Float32Array(fast.stride / 2);
        padded.set(query);
        const expected = plain.scan(padded, vectors.length);
        fast.scan(padded, vectors.length).forEach((score, i) => {
          expect(score).toBeCloseTo(expected[i] as number, 4);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('gives a vector the same score wherever it stands', () => {
    const vector = toBytes(Float32Array.from({ length: 33 }, (_, i) => Math.sin(i)));
    const query = Float32Array.from({ length: 33 }, (_, i) => Math.cos(i));
    const scores = [1, 7, 64].map((count) => {
      const kernel = createScanKernel(count, 33);
      kernel.vectors.set(vector, (count - 1) * kernel.stride);
      return kernel.scan(query, count)[count - 1];
    });
    expect(new Set(scores).size).toBe(1);
  });
});
