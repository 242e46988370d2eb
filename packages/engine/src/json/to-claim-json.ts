import type { Claim } from '@memora/claims';

/** What stands for text that its reader may not see. */
export const REDACTED = '[redacted]';

/** A claim as it stands on a wire: `snake_case`, spans as `[start, end]` bytes. */
export interface ClaimJson {
  readonly claim_id: string;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  readonly kind: string;
  readonly assertion: string;
  readonly status: string;
  readonly band: string;
  readonly note: string;
  readonly note_id: string;
  readonly region: string;
  readonly span: readonly [number, number];
  readonly fingerprint: string | null;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly precision: string;
  readonly recorded_from: string;
  readonly recorded_until: string | null;
  readonly confidence: number;
  readonly trust: number;
  readonly extractor: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How a claim is shown. */
export interface ClaimJsonOptions {
  /** True shows secret claims in full; for a person at their own terminal who asked for it. */
  readonly reveal?: boolean;
}

/** True where a claim's text must not be shown. */
export function isHidden(claim: Pick<Claim, 'band'>, options: ClaimJsonOptions = {}): boolean {
  return claim.band === 'secret' && options.reveal !== true;
}

/** The claim as JSON. The words of a secret claim become `[redacted]` unless they are revealed. */
export function toClaimJson(claim: Claim, options: ClaimJsonOptions = {}): ClaimJson {
  const hidden = isHidden(claim, options);
  return {
    claim_id: claim.id,
    subject: hidden ? REDACTED : claim.subject,
    predicate: hidden ? REDACTED : claim.predicate,
    object: hidden ? REDACTED : claim.object,
    kind: claim.kind,
    assertion: claim.assertion,
    status: claim.status,
    band: claim.band,
    note: claim.notePath,
    note_id: claim.noteId,
    region: claim.region,
    span: [claim.span.start, claim.span.end],
    fingerprint: claim.band === 'secret' ? null : claim.fingerprint,
    valid_from: claim.validFrom,
    valid_until: claim.validUntil,
    precision: claim.precision,
    recorded_from: claim.recordedFrom,
    recorded_until: claim.recordedUntil,
    confidence: claim.confidence,
    trust: claim.trust,
    extractor: claim.extractor,
    metadata: hidden ? {} : claim.metadata,
  };
}
