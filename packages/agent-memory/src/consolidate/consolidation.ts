/** The passes of a consolidation, in this order; the fifth is its record in the learning log. */
export type ConsolidationPass = 'resolve' | 'expire' | 'merge' | 'refresh';

/** One step of a consolidation or of its dry run. Only ids and codes. */
export interface ConsolidationStep {
  readonly pass: ConsolidationPass;
  /**
   * `said_since`: the first replaces the others. `ended`, `unconfirmed`: moves to the trash. `archived`: the
   * daily note moves to the archive. `merged`: the others are merged into the first. `filed`: moves to the
   * folder of its subject. `evidence_gone`, `evidence_back`: the memory's status follows its evidence.
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
  /** The memory that the step changes, then the other memories involved. */
  readonly notes: readonly string[];
}

/** The result of a consolidation. */
export interface MemoryConsolidation {
  /** `rollback({ batch })` with it undoes this; null for a dry run, and if there was nothing to do. */
  readonly batch: string | null;
  /** True if another process is consolidating or rolling back: nothing was done. */
  readonly isBusy: boolean;
  readonly steps: readonly ConsolidationStep[];
  /** Steps that were skipped because one of their notes changed meanwhile. */
  readonly left: readonly ConsolidationStep[];
  /**
   * Pairs of memories that are close in meaning, the newer first: a reader must decide whether the older one
   * is still true. At most ten, the closest first.
   */
  readonly asks: readonly (readonly [newer: string, older: string])[];
  /** Number of files deleted from the trash according to `memory.trash_days`. */
  readonly emptied: number;
}

export interface ConsolidateOptions {
  /** True reports everything and changes nothing. */
  readonly dryRun?: boolean;
}
