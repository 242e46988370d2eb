import type { Band, ClaimId, Fingerprint, Span } from '@memora/core';
import type { Precision } from '@memora/language/dates';

export type { Precision } from '@memora/language/dates';

/** What sort of thing a claim says. */
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

/** How the text says it. Only `asserted` claims can carry a plain statement in an answer. */
export type ClaimAssertion = 'asserted' | 'question' | 'hypothetical' | 'wish' | 'quoted' | 'code';

/** Where a claim stands. Bytes that are gone make it `retracted`; it is kept, with `recordedUntil` set. */
export type ClaimStatus = 'current' | 'superseded' | 'stale' | 'contested' | 'retracted';

/**
 * One atomic claim. Dates are ISO 8601: of the precision that the text gives (`2026`, `2026-03`, `2026-03-04`) for the
 * world's axis (`valid*`), UTC instants for Memora's own (`recorded*`); `recordedUntil` is exclusive.
 */
export interface Claim {
  readonly id: ClaimId;
  readonly subject: string;
  readonly predicate: string;
  /** Null for a unary claim, e.g. one whose predicate is `states`: its span says all. */
  readonly object: string | null;
  readonly kind: ClaimKind;
  readonly assertion: ClaimAssertion;
  readonly status: ClaimStatus;
  readonly band: Band;
  /** Vault-relative, with `/`. */
  readonly notePath: string;
  readonly noteId: string;
  readonly noteTitle: string;
  /** The band of the note as a whole: of a secret one not even the name is shown. */
  readonly noteBand?: Band;
  readonly region: string;
  readonly headingPath: readonly string[];
  /** Bytes of the note file as it was when it was indexed last. */
  readonly span: Span;
  /** Null for secret claims: theirs is stored keyed and never shown. */
  readonly fingerprint: Fingerprint | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
  readonly recordedFrom: string;
  readonly recordedUntil: string | null;
  /** 0–1, the extractor's; 1 for verbatim structured facts; halved where the note is a draft. */
  readonly confidence: number;
  /** 0–1, from the channel: a person's note 1, derived .7, reference .3. */
  readonly trust: number;
  /** `name@version`, with the model where there is one. */
  readonly extractor: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The claim that this one repeats (the first of those that say the same), or null. */
  readonly duplicateOf: ClaimId | null;
  /** False where the note is archived: such claims are left out of answers about now. */
  readonly active: boolean;
}

/** A point on both time axes. An absent axis means now. */
export interface AsOf {
  /** What was true then: a date or instant, ISO 8601. */
  readonly valid?: string;
  /** What Memora knew then: an instant, ISO 8601. */
  readonly known?: string;
}
