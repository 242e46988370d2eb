/** What a consolidation does, in this order; the fifth is the record of it in the learning log. */
export type ConsolidationPass = 'resolve' | 'expire' | 'merge' | 'refresh';

/** One thing that a consolidation does, or would do. Ids and codes alone. */
export interface ConsolidationStep {
  readonly pass: ConsolidationPass;
  /**
   * `said_since`: the first replaces the others. `ended`, `unconfirmed`: to the trash. `archived`: the note of a day moves. `merged`: the others
   * are folded into the first. `filed`: to the folder of what it is about. `evidence_gone`, `evidence_back`: it stands as its evidence does now.
   */
  readonly code:
    | 'said_since'
    | 'ended'
    | 'unconfirmed'
    | 'archived'
    | 'merged'
    | 'filed'
    | 'evidence_gone'
    | 'evidence_back';
  /** The memory it is done to, then the others. */
  readonly notes: readonly string[];
}

/** What a consolidation did. */
export interface MemoryConsolidation {
  /** `rollback({ batch })` with it undoes this; null for a dry run, and where there was nothing to do. */
  readonly batch: string | null;
  /** True where another process consolidates or rolls back just now: nothing was done. */
  readonly isBusy: boolean;
  readonly steps: readonly ConsolidationStep[];
  /** Steps left out because a note of theirs changed meanwhile. */
  readonly left: readonly ConsolidationStep[];
  /** Memories that are near each other, the newer one first: whether the older one is still so is for a reader to say. Ten at most, the nearest first. */
  readonly asks: readonly (readonly [newer: string, older: string])[];
  /** Files deleted from the trash, because `memory.trash_days` says so. */
  readonly emptied: number;
}

export interface ConsolidateOptions {
  /** True tells all of it and changes nothing. */
  readonly dryRun?: boolean;
}
