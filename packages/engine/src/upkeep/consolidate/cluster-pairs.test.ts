import type { Claim } from '@memora/claims';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReviewedContradiction } from '../review/memory-review.ts';
import { clusterPairs } from './compose/compose-queues.ts';

const claim = (n: number): Claim => ({ id: String(n).padStart(16, '0') }) as unknown as Claim;
const toPair = ([a, b]: readonly [number, number], i: number): ReviewedContradiction =>
  ({ id: `p${i}`, newer: claim(a), older: claim(b) }) as unknown as ReviewedContradiction;

it('puts pairs together that are joined over any number of claims, and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 20 }), (ends) => {
      const clusters = clusterPairs(ends.map(toPair));
      const reach = (from: number): Set<string> => {
        const seen = new Set([from]);
        for (let grown = -1; grown !== seen.size; ) {
          grown = seen.size;
          for (const [a, b] of ends) if (seen.has(a) || seen.has(b)) seen.add(a).add(b);
        }
        return new Set([...seen].map((n) => claim(n).id));
      };
      for (const [i, [a]] of ends.entries()) {
        const [own, ...more] = clusters.filter(({ ids }) => ids.includes(`p${i}`));
        expect(more).toEqual([]);
        expect(new Set(own?.claims.map(({ id }) => id))).toEqual(reach(a));
        expect(own?.pairs.map(({ id }) => id).sort()).toEqual(own?.ids);
      }
      const first = clusters.map(({ pairs }) => Number(pairs[0]?.id.slice(1)));
      expect(first).toEqual(first.toSorted((x, y) => x - y));
    }),
  );
});

it('puts a hundred thousand pairs together that hang on one another, in one way or in the other', () => {
  const chain = Array.from({ length: 100_000 }, (_, i) => toPair([i, i + 1], i));
  for (const pairs of [chain, chain.toReversed()]) expect(clusterPairs(pairs)).toHaveLength(1);
});
