import type { ClaimId, Span } from '@memora/core';

/** The kinds of things that the challenger looks for. */
export const CHALLENGE_KINDS = [
  'contradiction',
  'due',
  'stale',
  'decision',
  'open_question',
  'cross_region',
  'frontier',
  'failed_note',
] as const;

/** One of {@link CHALLENGE_KINDS}. */
export type ChallengeKind = (typeof CHALLENGE_KINDS)[number];

/** A place in the notes that supports an item. */
export interface ChallengeEvidence {
  readonly claimId: ClaimId | null;
  readonly note: string;
  /** Bytes of the note file; null if the whole note is meant. */
  readonly span: Span | null;
  /**
   * The words of the span on disk; `[redacted]` if secret, null if they are gone or the whole note is meant.
   */
  readonly text: string | null;
}

/** One thing that needs a person's attention. */
export interface ChallengeItem {
  /** 16 hex digits: the same as long as nothing about the item changes. */
  readonly id: string;
  readonly kind: ChallengeKind;
  /** The exact finding, as a code such as `newer_source` or `dangling_link`. */
  readonly reason: string;
  /**
   * The name of its topic. It may contain words of notes, but never of secret ones; null if nothing names it.
   */
  readonly thing: string | null;
  readonly severity: 'high' | 'medium' | 'low';
  /** How many claims depend on those of the item. */
  readonly impact: number;
  readonly claimIds: readonly ClaimId[];
  readonly evidence: readonly ChallengeEvidence[];
  /** The proposed action, without text of notes. */
  readonly action: string;
  /** True if a person acknowledged it and nothing has changed since. */
  readonly acknowledged: boolean;
  /** The item as a question, if a model worded one and it was verified. */
  readonly question?: string;
}

/** The items that one run of the challenger found, the most consequential first; acknowledged items last. */
export interface ChallengerReport {
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly items: readonly ChallengeItem[];
  /** Items by kind, without acknowledged ones. */
  readonly counts: Readonly<Record<ChallengeKind, number>>;
  /** How many are acknowledged. */
  readonly acknowledged: number;
}

/** Options of `memory.challenge`. */
export interface ChallengeOptions {
  /** Writes nothing: no report, no history. */
  readonly dryRun?: boolean;
  /** False calls no model to word the first items as questions. */
  readonly useModel?: boolean;
  /** Only items about this region and those below it. */
  readonly region?: string;
  readonly signal?: AbortSignal;
}
