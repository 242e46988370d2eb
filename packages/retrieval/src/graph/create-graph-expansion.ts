import type { GraphReader } from '@memora/claims';
import type { ScoredKey } from '../retrieve/leg.ts';
import type { SnippetReader } from '../retrieve/snippet-of.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';
import { createEdgeSteps } from './find-edge-steps.ts';
import { createEntitySteps } from './find-entity-steps.ts';
import { createLinkSteps } from './find-link-steps.ts';
import type { GraphSource, StepFinder } from './graph-source.ts';
import {
  type ActivatedClaim,
  DEFAULT_SPREAD,
  type SpreadOptions,
  spreadActivation,
} from './spread-activation.ts';

export interface GraphOptions extends Partial<SpreadOptions> {
  /** The kinds of relation to follow. The default is those that improved results in the ablation. */
  readonly sources?: readonly GraphSource[];
  /** What full activation adds to a claim's score. The legs alone give at most 1. */
  readonly weight?: number;
}

const DEFAULT_SOURCES: readonly GraphSource[] = ['links', 'entities', 'edges'];

const CREATE = { links: createLinkSteps, entities: createEntitySteps, edges: createEdgeSteps } as const;

/** Finds further claims by following relations from the claims that a question found. */
export type GraphExpansion = (
  seeds: readonly ScoredKey[],
  see: (keys: readonly number[]) => MaybePromise<{ readonly has: (key: number) => boolean }>,
) => Promise<Map<number, ActivatedClaim>>;

export function createGraphExpansion(
  graph: GraphReader,
  readSnippets: SnippetReader,
  options: GraphOptions = {},
  others: readonly StepFinder[] = [],
): GraphExpansion {
  const sources = options.sources ?? DEFAULT_SOURCES;
  const finders = [...sources.map((source) => CREATE[source](graph, readSnippets)), ...others];
  const spread = { ...DEFAULT_SPREAD, ...options };
  return (seeds, see) => spreadActivation(seeds, finders, see, spread);
}
