import type { Band, ClaimId, Fingerprint, Span } from '@memora/core';
import type { Precision } from '@memora/language/dates';

export type { Precision } from '@memora/language/dates';

/** The kind of a claim. */
export type ClaimKind =
  | 'fact'
  | 'decision'
  | 'event'
  | 'incident'
  | 'lesson'
  | 'concept'
  | 'profile'
  | 'preference'
  | 'procedure'
  | 'tool';

/** How the text says it. Only `asserted` claims can be plain statements in an answer. */
export type ClaimAssertion = 'asserted' | 'question' | 'hypothetical' | 'wish' | 'quoted' | 'code';

/** The lifecycle state of a claim. If its bytes are gone it is `retracted` and kept, with `recordedUntil` set. */
export type ClaimStatus = 'current' | 'superseded' | 'stale' | 'contested' | 'retracted';

/**
 * One atomic claim. Dates are ISO 8601: of the precision that the text gives (`2026`, `2026-03`, `2026-03-04`) for the
 * world's axis (`valid*`), UTC instants for Memora's own (`recorded*`); `recordedUntil` is exclusive.
 */
export interface Claim {
  readonly id: ClaimId;
  readonly subject: string;
  readonly predicate: string;
  /** Null for a unary claim, e.g. with the predicate `states`: its span contains everything. */
  readonly object: string | null;
  readonly kind: ClaimKind;
  readonly assertion: ClaimAssertion;
  readonly status: ClaimStatus;
  readonly band: Band;
  /** Vault-relative, with `/`. */
  readonly notePath: string;
  readonly noteId: string;
  readonly noteTitle: string;
  /** The band of the note as a whole. For a secret note, not even the name is shown. */
  readonly noteBand?: Band;
  readonly region: string;
  readonly headingPath: readonly string[];
  /** Bytes of the note file when it was last indexed. */
  readonly span: Span;
  /** Null for secret claims: their fingerprint is stored keyed and never shown. */
  readonly fingerprint: Fingerprint | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
  readonly recordedFrom: string;
  readonly recordedUntil: string | null;
  /** 0–1, from the extractor; 1 for verbatim structured facts; halved in drafts. */
  readonly confidence: number;
  /** 0–1, by the channel: a person's note 1, derived .7, reference .3. */
  readonly trust: number;
  /** `name@version`, with the model if there is one. */
  readonly extractor: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The claim that this one repeats (the first of those that say the same), or null. */
  readonly duplicateOf: ClaimId | null;
  /** False if the note is archived: such claims are left out of answers about the present. */
  readonly active: boolean;
}

/** A point on both time axes. An absent axis means now. */
export interface AsOf {
  /** The world's state at this time: a date or instant, ISO 8601. */
  readonly valid?: string;
  /** Memora's state at this time: an instant, ISO 8601. */
  readonly known?: string;
}
