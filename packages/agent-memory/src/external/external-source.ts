import type { ClaimId, SpanLike } from '@memora/core';

/** A hit in an external memory. */
export interface ExternalHit {
  /** Its id there. */
  readonly original: string;
  readonly text: string;
  /** ISO 8601; null if unknown. */
  readonly at: string | null;
  /** On its own scale; null if it only gives an order. */
  readonly score: number | null;
}

/** An external memory that a recall queries too. It is not trusted: a failure costs only its own lines. */
export interface ExternalSource {
  readonly name: string;
  /** How long a recall waits for it, in milliseconds; 0 takes what has arrived when the vault has answered. */
  readonly deadlineMs: number;
  readonly search: (
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<readonly ExternalHit[]>;
}

/** A line of an external memory. It can be cited only if it was captured as a note. */
export interface ExternalMemory {
  /** The name of the bridge that returned it. */
  readonly source: string;
  readonly original: string | null;
  readonly line: string;
  readonly since: string | null;
  /** The trust is .3, like that of everything from an external store. */
  readonly trust: number;
  /** Relative to its own list: 1 for the best hit. */
  readonly score: number;
  /** The note that captured it; null if only the external memory has it. */
  readonly captured: {
    readonly memoryId: string;
    readonly claimId: ClaimId;
    readonly notePath: string;
    readonly span: SpanLike;
    /** True if the line was just re-read from its note and hashed. */
    readonly verified: boolean;
  } | null;
}

/** Why lines of an external memory are missing, in part or all. */
export interface ExternalProblem {
  readonly source: string;
  /** `EXTERNAL_TIMEOUT`, or the code of its error. */
  readonly code: string;
}
