/**
 * The kinds of relation between two claims. `links`: one links to the other's note in `[[brackets]]`. `entities`: both mention the same thing by
 * name, without brackets. `edges`: a typed relation between the two claims.
 */
export const GRAPH_SOURCES = ['links', 'entities', 'edges'] as const;
export type GraphSource = (typeof GRAPH_SOURCES)[number];

/** One step over the graph. */
interface GraphStep {
  readonly from: number;
  readonly to: number;
  /** 0–1: the share of the activation that arrives, before it is divided among all steps from a claim. */
  readonly strength: number;
  /**
   * True if the strength already distinguishes this step from the others, so that it is not divided by their
   * number.
   */
  readonly undivided?: boolean;
}

/** Finds steps from these claims. Their number is bounded, whatever the size of the vault. */
export type StepFinder = (keys: readonly number[]) => Promise<readonly GraphStep[]>;
