/** The result of one indexing run; the numbers account for every note and every segment. */
export interface IndexReport {
  /** Notes in the vault; `notes = changed + unchanged + failed`. */
  readonly notes: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** Notes whose file is gone; their claims were retired. */
  readonly removed: number;
  /** Notes found under another path; their claims kept their ids. */
  readonly moved: number;
  /** Live claims in the store after the run. */
  readonly claims: number;
  readonly claimsNew: number;
  readonly claimsKept: number;
  /** Kept claims whose span has moved. */
  readonly claimsRelocated: number;
  readonly claimsRetired: number;
  /** Secret claims left out because there is no codec. */
  readonly claimsWithheld: number;
  /** Contradictions, settled by time or open, among the changed claims and the claims connected with them. */
  readonly contradictions: number;
  /** Stale claims in the store after the run. */
  readonly stale: number;
  /** The outcomes of the changed notes' segments; the parts sum to `segments.total`. */
  readonly segments: {
    readonly total: number;
    readonly claimed: number;
    /** Segments that state nothing checkable, by reason. */
    readonly gated: Readonly<Record<string, number>>;
    readonly failed: number;
    /** Secret segments, left out because there is no codec. */
    readonly withheld: number;
    /** Not passed to the extractor: it has processed the same bytes before. */
    readonly standing: number;
  };
  /** Extractor records that were refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly note: string; readonly code: string; readonly reason: string }[];
  /** Problems in the changed notes; the messages contain no note text. */
  readonly warnings: readonly NoteWarning[];
  readonly usage: ExtractionUsage | null;
  /** False if the run was aborted or wrote nothing (`dryRun`). */
  readonly complete: boolean;
  readonly seconds: number;
  /** Milliseconds for each claim index, by name; `relations` is the comparison of claims. */
  readonly indexMs?: Readonly<Record<string, number>>;
}

/** A part of a note that could not be read as intended, such as frontmatter that is not YAML. */
export interface NoteWarning {
  readonly note: string;
  /** 1-based. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** The usage of a model-backed extractor; in a dry run its estimate. */
export interface ExtractionUsage {
  readonly requests: number;
  readonly retries: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly segmentsSent: number;
  readonly estimated: boolean;
}

/** Progress of a run, in order; `total` is the number known so far. */
export interface IndexProgress {
  readonly phase: 'scan' | 'index' | 'finish';
  readonly done: number;
  readonly total: number;
  readonly notePath: string | null;
  /** The usage of a model-backed extractor so far; null for any other. */
  readonly usage: ExtractionUsage | null;
}
