import type { ClaimId } from '@memora/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createProvenanceGraph, type Derivation } from './provenance-graph.ts';

const id = (n: number) => String(n).padStart(16, '0') as ClaimId;
const edge = (derived: number, source: number): Derivation => ({ derived: id(derived), source: id(source) });

it('tells what falls, and along which path', () => {
  const graph = createProvenanceGraph([edge(2, 1), edge(3, 2), edge(4, 3), edge(5, 9)]);
  expect(graph.fallout([id(1)])).toEqual([
    { claimId: id(2), path: [id(1), id(2)] },
    { claimId: id(3), path: [id(1), id(2), id(3)] },
    { claimId: id(4), path: [id(1), id(2), id(3), id(4)] },
  ]);
});

it('does not fall through a claim that a person re-validated', () => {
  const graph = createProvenanceGraph([edge(2, 1), edge(3, 2)]);
  expect(graph.fallout([id(1)], new Set([id(2)]))).toEqual([]);
});

it('names the cycle that a derivation would close', () => {
  const graph = createProvenanceGraph([edge(2, 1), edge(3, 2)]);
  expect(graph.cycleOf(id(1), id(3))).toEqual([id(1), id(2), id(3), id(1)]);
  expect(graph.cycleOf(id(3), id(1))).toBeNull();
  expect(graph.cycleOf(id(1), id(1))).toEqual([id(1), id(1)]);
});

it('agrees with the transitive closure on any graph, cycles included', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 24 }), fc.nat(8), (pairs, start) => {
      const edges = pairs.map(([d, s]) => edge(d, s));
      const reached = new Set<ClaimId>([id(start)]);
      for (let grew = true; grew; ) {
        grew = false;
        for (const { derived, source } of edges) {
          if (reached.has(source) && !reached.has(derived)) {
            reached.add(derived);
            grew = true;
          }
        }
      }
      reached.delete(id(start));
      const found = createProvenanceGraph(edges).fallout([id(start)]);
      expect(found.map((stale) => stale.claimId).sort()).toEqual([...reached].sort());
      for (const { path } of found) {
        for (let i = 1; i < path.length; i++) {
          expect(edges).toContainEqual({ derived: path[i], source: path[i - 1] });
        }
      }
    }),
  );
});
