import type { GraphReader } from '@memora/claims';
import type { StepFinder } from './graph-source.ts';

const MOST_EDGES = 512;

/** Follows typed edges between two claims, in both directions. */
export function createEdgeSteps(graph: GraphReader): StepFinder {
  return async (keys) => {
    const edges = await graph.edgesOf(keys, MOST_EDGES);
    return edges.map(({ from, to, weight }) => ({ from, to, strength: weight }));
  };
}
