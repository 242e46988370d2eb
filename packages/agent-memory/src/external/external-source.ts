import type { ClaimId, SpanLike } from '@memora/core';

/** What another memory found. */
export interface ExternalHit {
  /** What it calls the memory. */
  readonly original: string;
  readonly text: string;
  /** ISO 8601; null where it does not say. */
  readonly at: string | null;
  /** As it weighs it, in a measure of its own; null where it gives an order alone. */
  readonly score: number | null;
}

/** A memory beside the vault that a recall asks too. It is not trusted: whatever it does costs its own lines only. */
export interface ExternalSource {
  readonly name: string;
  /** How long a recall waits for it, in milliseconds; 0 takes what is there when the vault has answered. */
  readonly deadlineMs: number;
  readonly search: (
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<readonly ExternalHit[]>;
}

/** A line of another memory. It is nobody's word here: it can be cited only where it was captured as a note. */
export interface ExternalMemory {
  /** The name of the bridge that brought it. */
  readonly source: string;
  readonly original: string | null;
  readonly line: string;
  readonly since: string | null;
  /** .3, as all that comes from another store. */
  readonly trust: number;
  /** Within its own list: 1 for what that memory holds to fit best. */
  readonly score: number;
  /** The note that it was captured as; null for what only the other memory has. */
  readonly captured: {
    readonly memoryId: string;
    readonly claimId: ClaimId;
    readonly notePath: string;
    readonly span: SpanLike;
    /** True where the line was re-read from its note and hashed just now. */
    readonly verified: boolean;
  } | null;
}

/** Why another memory's lines are missing, in part or whole. */
export interface ExternalProblem {
  readonly source: string;
  /** `EXTERNAL_TIMEOUT`, or the code of the error that it ended in. */
  readonly code: string;
}
