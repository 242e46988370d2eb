/** What one indexing run did; the numbers account for every note and every segment. */
export interface IndexReport {
  /** Notes in the vault; `notes = changed + unchanged + failed`. */
  readonly notes: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** Notes whose file is gone; their claims were retired. */
  readonly removed: number;
  /** Notes found again under another path; their claims kept their ids. */
  readonly moved: number;
  /** Live claims in the store after the run. */
  readonly claims: number;
  readonly claimsNew: number;
  readonly claimsKept: number;
  /** Kept claims whose span stands elsewhere now. */
  readonly claimsRelocated: number;
  readonly claimsRetired: number;
  /** Secret claims left out because no codec was given. */
  readonly claimsWithheld: number;
  /** Contradictions, settled by time or open, among the claims that changed and those connected with them. */
  readonly contradictions: number;
  /** Stale claims in the store after the run. */
  readonly stale: number;
  /** Segments of the changed notes, and what became of them; the parts sum to `segments.total`. */
  readonly segments: {
    readonly total: number;
    readonly claimed: number;
    /** Segments that state nothing checkable, by reason. */
    readonly gated: Readonly<Record<string, number>>;
    readonly failed: number;
    /** Secret segments, left out because no codec was given. */
    readonly withheld: number;
    /** Not handed to the extractor, because it did them before and their bytes are the same. */
    readonly standing: number;
  };
  /** What an extractor returned and was refused, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly failures: readonly { readonly note: string; readonly code: string; readonly reason: string }[];
  /** What the changed notes hold that could not be read as it was meant; the messages carry no text of a note. */
  readonly warnings: readonly NoteWarning[];
  readonly usage: ExtractionUsage | null;
  /** False where the run was aborted or nothing was written (`dryRun`). */
  readonly complete: boolean;
  readonly seconds: number;
  /** Milliseconds that went to each claim index, by its name; `relations` is what relating compares. */
  readonly indexMs?: Readonly<Record<string, number>>;
}

/** Something in a note that was read otherwise than it was meant, such as frontmatter that is no YAML. */
export interface NoteWarning {
  readonly note: string;
  /** 1-based. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** What a model-backed extractor used, or in a dry run would use. */
export interface ExtractionUsage {
  readonly requests: number;
  readonly retries: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly segmentsSent: number;
  /** In US dollars where prices are known, else null. */
  readonly cost: number | null;
  readonly estimated: boolean;
}

/** Progress of a run, in order; `total` is what is known so far. */
export interface IndexProgress {
  readonly phase: 'scan' | 'index' | 'finish';
  readonly done: number;
  readonly total: number;
  readonly notePath: string | null;
  /** What a model-backed extractor used so far; null for any other. */
  readonly usage: ExtractionUsage | null;
}
