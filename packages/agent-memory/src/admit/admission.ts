import type { Band } from '@memora/core';
import type { HeldReason } from '../note/memory-note.ts';

/** What becomes of a statement. */
export type AdmissionDecision = 'accept' | 'reinforce' | 'supersede' | 'contest' | 'reject';

/** Why. */
export type AdmissionCode =
  // accept
  | 'new'
  // reinforce: written and folded, or not written
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

/** Another memory that is near: whoever saved the new one is asked whether it is still so. */
export interface SimilarMemory {
  readonly id: string;
  /** From 0 to 1: how much of what the new one says stands in it. */
  readonly score: number;
}

/** What `remember` decided, and what of it is on disk. It holds ids and codes, never text. */
export interface Admission {
  readonly decision: AdmissionDecision;
  readonly code: AdmissionCode;
  readonly reasons: readonly { readonly code: string; readonly target?: string }[];
  /** Null where nothing was written. */
  readonly memoryId: string | null;
  /** What it says again, replaces or disagrees with: the id of a memory, or of a claim of another note. */
  readonly target: string | null;
  readonly similar: readonly SimilarMemory[];
  readonly trust: number;
  readonly band: Band;
  readonly held: HeldReason | null;
  /** Credentials that were not written, by what they are: `AWS access key`. `[AWS access key, hidden]` stands in the place of each. */
  readonly hidden: readonly string[];
  /**
   * `quoted`: the quote stands in a recorded turn, and the statement agrees with it. `none`: a quote was given that no recorded turn holds, or that says
   * something else: the memory is the agent's own word.
   */
  readonly grounding: 'quoted' | 'own_words' | 'none';
  /** How many more memories the session may save; null where it has no limit. */
  readonly savesLeft: number | null;
}
