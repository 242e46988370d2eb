import { MemoraError } from '@memora/core';
import type { Embedder, Leg, LegResult } from '@memora/retrieval';
import { createTeamVectors, type TeamVectors, type TeamVectorsOptions } from './create-team-vectors.ts';

/**
 * Creates vector search for scopes with different embedders: each scope's vectors are compared with the
 * question as embedded by that scope's embedder. If an embedder fails, only its scopes are skipped, and the
 * result says so.
 */
export function joinTeamVectors({
  embedders,
  ...options
}: Omit<TeamVectorsOptions, 'embedder' | 'embedders'> & {
  readonly embedders: readonly Embedder[];
}): TeamVectors {
  const parts = embedders.map((embedder) => createTeamVectors({ ...options, embedder, embedders }));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return {
    leg: joinLegs(parts.map(({ leg }) => leg)),
    compareKept: async (...names) => {
      // Sent at once, because kept rows last only as long as the step that kept them.
      await Promise.all(parts.map(({ compareKept }) => compareKept(...names)));
    },
  };
}

/** Runs these one after the other, because all results are kept under the same name in one transaction. */
function joinLegs(legs: readonly Leg[]): Leg {
  return {
    name: 'vector',
    find: async (question, request) => {
      const results: LegResult[] = [];
      const errors: MemoraError[] = [];
      for (const leg of legs) {
        try {
          results.push(await leg.find(question, request));
        } catch (error) {
          request.signal?.throwIfAborted();
          if (!MemoraError.isInstance(error)) throw error;
          errors.push(error);
        }
      }
      if (results.length === 0) throw errors[0];
      const scoresFor = results.flatMap((each) => each.scoresFor ?? []);
      return {
        found: results.flatMap(({ found }) => found).sort((a, b) => b.score - a.score || a.key - b.key),
        cut: results.some(({ cut }) => cut),
        incomplete: errors[0] ?? results.find(({ incomplete }) => incomplete)?.incomplete ?? null,
        ...(scoresFor.length === 0
          ? {}
          : {
              scoresFor: async (keys: readonly number[]) => {
                const scores = new Map<number, number>();
                for (const score of scoresFor)
                  for (const [key, value] of await score(keys)) scores.set(key, value);
                return scores;
              },
            }),
      };
    },
  };
}
