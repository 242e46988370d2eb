import type { Band } from '@memora/core';
import { type Place, type VisibilityPolicy, visibilityOf } from './visibility.ts';

/** Stands in for text that was left out. */
export const REDACTED = '[redacted]';

/** The members of a claim that redaction knows; others are kept as they are. */
export interface RedactableClaim {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  readonly band: Band;
  readonly text?: string | null;
  readonly sourceText?: string | null;
  readonly snippet?: string;
  readonly noteTitle?: string;
  readonly headingPath?: readonly string[];
  readonly fingerprint?: string | null;
  readonly metadata?: unknown;
}

/** A claim as a place may see it: the same members, and whether something was left out. */
export type RedactedClaim<Claim> = Claim & { readonly bodyRedacted: boolean };

/**
 * The claim as `place` may see it (see visibility.ts), or null if the place may not know of it. Idempotent: redacting it again changes nothing. Texts become
 * `[redacted]`, including title and headings, because they may be as secret as the span. A keyed fingerprint becomes null, because nobody outside needs it.
 */
export function redactClaim<Claim extends RedactableClaim>(
  claim: Claim,
  place: Place,
  policy: VisibilityPolicy = {},
): RedactedClaim<Claim> | null {
  const visibility = visibilityOf(claim.band, place, policy);
  if (visibility === 'nothing') return null;
  const fingerprint = claim.band === 'secret' ? withMember(claim, 'fingerprint', null) : {};
  if (visibility === 'full') return { ...claim, ...fingerprint, bodyRedacted: false };
  return {
    ...claim,
    ...fingerprint,
    ...(visibility === 'id' ? withMember(claim, 'fingerprint', null) : {}),
    subject: visibility === 'subject' ? claim.subject : REDACTED,
    predicate: REDACTED,
    object: REDACTED,
    ...withMember(claim, 'text', REDACTED),
    ...withMember(claim, 'sourceText', REDACTED),
    ...withMember(claim, 'snippet', REDACTED),
    ...withMember(claim, 'noteTitle', REDACTED),
    ...withMember(claim, 'headingPath', []),
    ...withMember(claim, 'metadata', {}),
    bodyRedacted: true,
  };
}

/** The claim's member replaced by its stand-in, if the claim has the member. */
function withMember(claim: RedactableClaim, name: keyof RedactableClaim, value: unknown): object {
  return name in claim ? { [name]: value } : {};
}
