import type { Claim } from '@memora/claims';

/** The placeholder for text that the reader may not see. */
export const REDACTED = '[redacted]';

/** Returns the placeholder for the path of a secret note; `id` is the id of the claim or an alias of the note. */
export function secretNoteName(id: string): string {
  return `${REDACTED}.md#${id}`;
}

/** How to show a claim. */
export interface ClaimJsonOptions {
  /** True shows secret claims in full, for a person at their own terminal who asked for it. */
  readonly reveal?: boolean;
}

/** True if a claim's text must not be shown. */
export function isHidden(claim: Pick<Claim, 'band'>, options: ClaimJsonOptions = {}): boolean {
  return claim.band === 'secret' && options.reveal !== true;
}

/**
 * Returns a hidden claim without anything that depends on its text: words, kind, assertion, dates, status and confidence get the values of every hidden claim.
 * Its id and place stay, and its note's name if the note as a whole is not secret: a file may be named after its content.
 */
function concealClaim(claim: Claim): Claim {
  return {
    ...claim,
    subject: REDACTED,
    predicate: REDACTED,
    object: REDACTED,
    // Deliberately not a value of the type, so that nobody takes it for a kind or an assertion.
    kind: REDACTED as Claim['kind'],
    assertion: REDACTED as Claim['assertion'],
    status: claim.recordedUntil === null ? 'current' : 'retracted',
    ...(isNameHidden(claim)
      ? { notePath: secretNoteName(claim.id), noteId: REDACTED, region: REDACTED }
      : {}),
    noteTitle: REDACTED,
    headingPath: [],
    fingerprint: null,
    validFrom: null,
    validUntil: null,
    precision: 'unknown',
    confidence: 1,
    metadata: {},
    duplicateOf: null,
  };
}

/** True if not even the name of the claim's note may be shown. */
export function isNameHidden(
  claim: Pick<Claim, 'band' | 'noteBand'>,
  options: ClaimJsonOptions = {},
): boolean {
  return claim.noteBand === 'secret' && isHidden(claim, options);
}

/** Returns the claim in the form that a reader may see: {@link concealClaim} if it is hidden from them. */
export function showClaim(claim: Claim, options: ClaimJsonOptions = {}): Claim {
  return isHidden(claim, options) ? concealClaim(claim) : claim;
}

/** Returns the claim as JSON: `snake_case`, spans as `[start, end]` bytes. Data that depends on the text of a secret claim is left out unless it is revealed. */
export function toClaimJson(claim: Claim, options: ClaimJsonOptions = {}) {
  const shown = showClaim(claim, options);
  return {
    claim_id: shown.id,
    subject: shown.subject,
    predicate: shown.predicate,
    object: shown.object,
    kind: shown.kind,
    assertion: shown.assertion,
    status: shown.status,
    band: shown.band,
    note: shown.notePath,
    note_id: shown.noteId,
    region: shown.region,
    span: [shown.span.start, shown.span.end] as const,
    fingerprint: shown.band === 'secret' ? null : shown.fingerprint,
    valid_from: shown.validFrom,
    valid_until: shown.validUntil,
    precision: shown.precision,
    recorded_from: shown.recordedFrom,
    recorded_until: shown.recordedUntil,
    confidence: shown.confidence,
    trust: shown.trust,
    extractor: shown.extractor,
    metadata: shown.metadata,
  };
}

/** A claim in JSON output. */
export type ClaimJson = ReturnType<typeof toClaimJson>;
