import type { Band } from '@memora/core';
import type { HeldReason } from '../note/memory-note.ts';

/** The decision about a statement. */
export type AdmissionDecision = 'accept' | 'reinforce' | 'supersede' | 'contest' | 'reject';

/** The reason for a decision. */
export type AdmissionCode =
  // accept
  | 'new'
  // `reinforce`: the statement was merged into an existing memory, or not written.
  | 'said_again'
  | 'no_new_evidence'
  | 'already_pinned'
  // supersede
  | 'newer_value'
  | 'explicit'
  // contest
  | 'disagrees'
  | 'less_trusted'
  | 'undated'
  // reject
  | 'too_short'
  | 'blank'
  | 'transient'
  | 'too_long'
  | 'rate_limited'
  | 'known_context'
  | 'secret_in_public';

/** Another memory that is close in meaning. The caller is asked whether it is still true. */
export interface SimilarMemory {
  readonly id: string;
  /** From 0 to 1: the share of the new statement that it contains. */
  readonly score: number;
}

/** The decision of `remember`, and what was written. It holds ids and codes, never text. */
export interface Admission {
  readonly decision: AdmissionDecision;
  readonly code: AdmissionCode;
  readonly reasons: readonly { readonly code: string; readonly target?: string }[];
  /** Null if nothing was written. */
  readonly memoryId: string | null;
  /** The memory or the claim of another note that it repeats, replaces or disagrees with. */
  readonly target: string | null;
  readonly similar: readonly SimilarMemory[];
  readonly trust: number;
  readonly band: Band;
  readonly held: HeldReason | null;
  /** The kinds of credentials that were not written, such as `AWS access key`. Each is replaced by `[AWS access key, hidden]`. */
  readonly hidden: readonly string[];
  /**
   * `quoted`: the quote is in a recorded turn, and the statement agrees with it. `none`: a quote was given that is in no recorded turn, or that says something
   * else; the memory then counts as the agent's own words.
   */
  readonly grounding: 'quoted' | 'own_words' | 'none';
  /** How many more memories the session may save; null if there is no limit. */
  readonly savesLeft: number | null;
}
