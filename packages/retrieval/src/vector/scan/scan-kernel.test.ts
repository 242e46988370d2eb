import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantiseQuery, quantiseVector, restoreVector } from '../quantise-vector.ts';
import { createPlainKernel, createScanKernel } from './scan-kernel.ts';
import { SCAN_KERNEL_SOURCE } from './scan-kernel-code.ts';

const vectorOf = (dimensions: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((components) => Float32Array.from(components));
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 70 }))
  .chain(([dimensions, count]) =>
    fc.record({
      dimensions: fc.constant(dimensions),
      query: vectorOf(dimensions),
      vectors: fc.array(vectorOf(dimensions), { minLength: count, maxLength: count }),
    }),
  );

describe('comparing many vectors at once', () => {
  test('gives to the last bit what comparing them in JavaScript gives, for any number of dimensions', () => {
    fc.assert(
      fc.property(matrix, ({ dimensions, query, vectors }) => {
        const kernels = [createScanKernel, createPlainKernel].map((make) => make(vectors.length, dimensions));
        const [fast, plain] = kernels.map((kernel) => {
          vectors.forEach((vector, i) => {
            kernel.vectors.set(quantiseVector(vector).components, i * kernel.stride);
          });
          return Array.from(kernel.scan(quantiseQuery(query).components, vectors.length));
        });
        expect(fast).toEqual(plain);
      }),
      { numRuns: sampleOf(60) },
    );
  });

  test('overflows for no vector, however many dimensions', () => {
    for (const dimensions of [128, 768, 4096, 16_384]) {
      const ones = new Float32Array(dimensions).fill(1);
      const kernel = createScanKernel(1, dimensions);
      kernel.vectors.set(quantiseVector(ones).components);
      const { scale, components } = quantiseQuery(ones);
      const [dot = 0] = kernel.scan(components, 1);
      expect((dot * scale) / 127).toBeCloseTo(dimensions, 5);
    }
  });
});

describe('a vector in bytes', () => {
  test('is what it was to within half a step, and one of zeros stays that', () => {
    fc.assert(
      fc.property(vectorOf(32), (vector) => {
        const quantised = quantiseVector(vector);
        restoreVector(quantised).forEach((component, i) => {
          expect(Math.abs(component - (vector[i] as number))).toBeLessThanOrEqual(quantised.scale * 0.501);
        });
      }),
      { numRuns: sampleOf(60) },
    );
    expect(quantiseVector(new Float32Array(8)).scale).toBe(0);
  });
});

test('runs what stands in the text of the kernel', () => {
  const text = readFileSync(new URL('../../../scripts/scan-vectors.wat', import.meta.url));
  expect(SCAN_KERNEL_SOURCE).toBe(createHash('sha256').update(text).digest('hex'));
});
