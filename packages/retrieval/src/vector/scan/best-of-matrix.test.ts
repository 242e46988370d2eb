import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestAndLast, bestOfMatrix } from './best-of-matrix.ts';
import { NO_KEY, type VectorMatrix } from './vector-matrix.ts';

test('the first of the nearest, with how near the last of them is, are those of the whole list', () => {
  // Few different scores, so that many are equal. Some places contain no vector.
  const places = fc.array(
    fc.record({ score: fc.constantFrom(-1, -0.25, 0, 0.25, 0.2501, 0.5, 1), empty: fc.boolean() }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 20 }), fc.nat(20), (given, limit, more) => {
      const width = limit + more;
      const scores = Float32Array.from(given, ({ score, empty }) => (empty ? 0 : score));
      const whole = bestOfMatrix(matrixOf(given), scores, width);
      const first = bestAndLast(matrixOf(given), scores, limit, width);
      if (whole.length < width) expect(first).toBeNull();
      else expect(first).toEqual({ near: whole.slice(0, limit), floor: whole.at(-1)?.score });
    }),
  );
});

function matrixOf(given: readonly { readonly empty: boolean }[]): VectorMatrix {
  return {
    keyAt: (position) => (given[position]?.empty === true ? NO_KEY : 7 * position),
    empty: given.filter(({ empty }) => empty).length,
    scores: () => new Float32Array(),
    positionOf: () => undefined,
  };
}
