import type * as Sqlite from '@memora/claims/sqlite';
import type { ScoredKey } from '../retrieve/leg.ts';
import { prepareEdgeSteps } from './find-edge-steps.ts';
import { prepareEntitySteps } from './find-entity-steps.ts';
import { prepareLinkSteps } from './find-link-steps.ts';
import type { GraphSource, StepFinder } from './graph-source.ts';
import {
  type ActivatedClaim,
  DEFAULT_SPREAD,
  type SpreadOptions,
  spreadActivation,
} from './spread-activation.ts';

export interface GraphOptions extends Partial<SpreadOptions> {
  /** What is followed; those that the ablation kept unless told. */
  readonly sources?: readonly GraphSource[];
  /** What full activation adds to a claim, beside the 1 that the legs give at most. */
  readonly weight?: number;
}

export const DEFAULT_GRAPH_WEIGHT = 1.25;

export const DEFAULT_SOURCES: readonly GraphSource[] = ['links', 'entities', 'edges'];

const PREPARE = { links: prepareLinkSteps, entities: prepareEntitySteps, edges: prepareEdgeSteps } as const;

/** Goes from the claims that a question found to those they lead to. */
export type GraphExpansion = (
  seeds: readonly ScoredKey[],
  see: (keys: readonly number[]) => { readonly has: (key: number) => boolean },
) => Map<number, ActivatedClaim>;

export function createGraphExpansion(
  db: Sqlite.Database,
  options: GraphOptions = {},
  others: readonly StepFinder[] = [],
): GraphExpansion {
  const sources = options.sources ?? DEFAULT_SOURCES;
  const finders = [...sources.map((source) => PREPARE[source](db)), ...others];
  const spread = { ...DEFAULT_SPREAD, ...options };
  return (seeds, see) => spreadActivation(seeds, finders, see, spread);
}
