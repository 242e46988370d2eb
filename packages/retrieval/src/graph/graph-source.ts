/**
 * What joins two claims: `links`, one names the other's note in `[[brackets]]`; `entities`, both are about the same thing by name,
 * without brackets; `edges`, a typed relation between the two themselves.
 */
export const GRAPH_SOURCES = ['links', 'entities', 'edges'] as const;
export type GraphSource = (typeof GRAPH_SOURCES)[number];

/** One step over the graph. */
interface GraphStep {
  readonly from: number;
  readonly to: number;
  /** 0–1: what of the activation arrives, before it is shared among all that a claim leads to. */
  readonly strength: number;
  /** True where the strength tells this step from the others already, so that their number plays no part. */
  readonly undivided?: boolean;
}

/** Steps from these claims; how many at most is bounded whatever the size of the vault. */
export type StepFinder = (keys: readonly number[]) => Promise<readonly GraphStep[]>;
