/** Options of `memory.consolidate`. */
export interface ConsolidateOptions {
  /** Only the pages of this region and those below it, and the world map. */
  readonly region?: string;
  /** Writes every page, changed or not. */
  readonly all?: boolean;
  /** Reports what would be written; writes nothing. */
  readonly dryRun?: boolean;
  /** False writes no prose, even if a model is configured. */
  readonly useModel?: boolean;
  readonly signal?: AbortSignal;
  /** Called before the first region is built and after each one. */
  readonly onProgress?: (progress: ConsolidationProgress) => void;
}

/** The progress of a consolidation. */
export interface ConsolidationProgress {
  /** Regions whose pages are made. */
  readonly done: number;
  /** Regions whose pages have to be made. */
  readonly total: number;
  /** The last region whose pages were made; null before the first. */
  readonly current: string | null;
}

/** The result of a consolidation. Paths and numbers only. */
export interface Consolidation {
  /** Regions there are. */
  readonly regions: number;
  /** Regions whose pages were made again because something about them changed. */
  readonly regionsRebuilt: readonly string[];
  /** Pages whose bytes changed, in order; with a dry run, those that would change. */
  readonly pagesWritten: readonly string[];
  /** Pages of regions that no longer exist. Text that the user wrote on one stays. */
  readonly pagesRemoved: readonly string[];
  /** Sentences on the new pages, each with a verified citation. */
  readonly sentences: number;
  /** Sentences that could not be verified and were left out. */
  readonly dropped: number;
  /** Moves and splits of regions that the world map proposes. */
  readonly proposals: number;
  /** Always 0, because moves are only proposed. */
  readonly notesMoved: 0;
  /** Pages that were being edited, or that can't be written. The next run tries again. */
  readonly failures: readonly { readonly path: string; readonly code: string }[];
}
