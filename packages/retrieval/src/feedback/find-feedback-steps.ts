import type { GraphReader } from '@memora/claims';
import type { StepFinder } from '../graph/graph-source.ts';
import type { FeedbackStore } from './open-feedback-store.ts';

/** Finds the claims of other notes that were used together with a claim. Claims of the same note are connected already. */
export function createFeedbackSteps(graph: GraphReader, use: FeedbackStore): StepFinder {
  return async (keys) => {
    const used = new Map((await graph.rowsByKey(keys)).map((row) => [row.id, row]));
    const companions = use.companionsOf([...used.keys()]);
    if (companions.length === 0) return [];
    const wanted = [...new Set(companions.map(({ to }) => to))];
    const reached = new Map((await graph.rowsById(wanted)).map((row) => [row.id, row]));
    return companions.flatMap(({ from: id, to: other, strength }) => {
      const [source, target] = [used.get(id), reached.get(other)];
      if (source === undefined || target === undefined || source.note === target.note) return [];
      return [{ from: source.key, to: target.key, strength, undivided: true }];
    });
  };
}
