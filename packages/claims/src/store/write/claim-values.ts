import { type ClaimId, normaliseTerm } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { assertionCodes, bandCodes, kindCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import type { PreparedClaim } from '../../prepare/prepare-claims.ts';
import type { SealedTerms } from '../read/claim-rows.ts';
import type { TermTable } from './intern-terms.ts';
import type { ClaimValues } from './note-statements.ts';

/** The columns of a row besides the claim itself. */
interface RowFrame {
  readonly note: number;
  readonly extractor: number;
  readonly now: number;
  /** The time of the edit that added a claim without a date, ISO 8601; null if unknown. */
  readonly changedAt: string | null;
}

/** Returns the row of a claim. Terms, kind and dates of a secret claim are only in `sealed`, encrypted. */
export function toClaimValues(
  key: number,
  id: ClaimId,
  claim: PreparedClaim,
  fingerprint: Buffer,
  segment: { readonly fingerprint: Buffer; readonly offset: number } | null,
  frame: RowFrame,
  terms: TermTable,
  codec: SecretCodec | undefined,
): ClaimValues {
  const { extracted } = claim;
  const secret = claim.band === 'secret';
  // Values that depend on the text of a secret claim are only in `sealed`.
  const { kind, validFrom, validUntil, precision } = secret ? OF_EVERY_SECRET : extracted;
  const dated = validFrom !== null || validUntil !== null;
  return {
    key,
    id,
    note: frame.note,
    topic: secret
      ? null
      : terms.topicKey(normaliseTerm(extracted.subject), normaliseTerm(extracted.predicate)),
    subject: secret ? null : terms.termKey(extracted.subject),
    predicate: secret ? null : terms.termKey(extracted.predicate),
    object: secret ? null : extracted.object,
    inherited: extracted.inherited ? 1 : 0,
    heading:
      secret || claim.headingPath.length === 0 ? null : terms.termKey(JSON.stringify(claim.headingPath)),
    extractor: extracted.extractor === undefined ? frame.extractor : terms.termKey(extracted.extractor),
    kind: kindCodes.toCode(kind),
    assertion: assertionCodes.toCode(extracted.assertion),
    status: statusCodes.toCode('current'),
    band: bandCodes.toCode(claim.band),
    span_start: claim.span.start,
    span_end: claim.span.end,
    fingerprint,
    segment: segment?.fingerprint ?? null,
    segment_offset: segment?.offset ?? null,
    // Without its own date a claim is valid from the edit that added it, if that was observed, with unknown precision.
    valid_from: dated ? validFrom : frame.changedAt,
    valid_until: validUntil,
    precision: precisionCodes.toCode(dated ? precision : 'unknown'),
    recorded_from: frame.now,
    recorded_until: null,
    confidence: secret ? 1 : claim.confidence,
    trust: claim.trust,
    said: claim.said,
    duplicate_of: null,
    predecessor: null,
    context: claim.context,
    metadata: secret || extracted.metadata === undefined ? null : JSON.stringify(extracted.metadata),
    sealed: secret && codec !== undefined ? Buffer.from(codec.encrypt(sealedText(claim))) : null,
    superseded_at: null,
  };
}

const OF_EVERY_SECRET = { kind: 'fact', validFrom: null, validUntil: null, precision: 'unknown' } as const;

function sealedText({ extracted, headingPath, confidence, bytesFingerprint }: PreparedClaim): string {
  const { subject, predicate, object, kind, validFrom, validUntil } = extracted;
  const precision = validFrom !== null || validUntil !== null ? extracted.precision : 'unknown';
  const sealed: SealedTerms = {
    subject,
    predicate,
    object,
    headingPath,
    kind,
    validFrom,
    validUntil,
    precision,
    confidence,
    ...(bytesFingerprint === undefined ? {} : { fingerprint: bytesFingerprint }),
  };
  return JSON.stringify(sealed);
}
