import { type ClaimId, type Fingerprint, toSpan } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Claim } from '../claim.ts';
import { assertionCodes, bandCodes, kindCodes, precisionCodes, statusCodes } from './codes.ts';
import type { ClaimRow } from './schema.ts';

/** A claim row with the texts it points to. */
export interface JoinedClaimRow extends ClaimRow {
  note_path: string;
  note_note_id: string;
  note_title: string;
  note_region: string;
  note_status: string;
  subject_text: string | null;
  predicate_text: string | null;
  heading_text: string | null;
  extractor_text: string;
  duplicate_id: string | null;
}

/** What of a secret claim is encrypted in one piece. */
export interface SealedTerms {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  readonly headingPath: readonly string[];
}

const REDACTED = '[redacted]';

/** Every claim with its note and its interned texts: the base of all reads. */
export const JOINED_CLAIMS: string = `SELECT claim.*,
    note.path AS note_path, note.note_id AS note_note_id, note.title AS note_title,
    note.region AS note_region, note.status AS note_status,
    subject_term.text AS subject_text, predicate_term.text AS predicate_text, heading_term.text AS heading_text,
    extractor_term.text AS extractor_text, original.id AS duplicate_id
  FROM claim
  JOIN note ON note.key = claim.note
  LEFT JOIN term AS subject_term ON subject_term.key = claim.subject
  LEFT JOIN term AS predicate_term ON predicate_term.key = claim.predicate
  LEFT JOIN term AS heading_term ON heading_term.key = claim.heading
  JOIN term AS extractor_term ON extractor_term.key = claim.extractor
  LEFT JOIN claim AS original ON original.key = claim.duplicate_of`;

/** The claim of a row. Without a codec (or with another key) a secret claim shows `[redacted]` for its terms. */
export function toClaim(row: JoinedClaimRow, codec: SecretCodec | undefined): Claim {
  const terms = termsOf(row, codec);
  return {
    id: row.id as ClaimId,
    ...terms,
    kind: kindCodes.toName(row.kind),
    assertion: assertionCodes.toName(row.assertion),
    status: row.recorded_until === null ? statusCodes.toName(row.status) : 'retracted',
    band: bandCodes.toName(row.band),
    notePath: row.note_path,
    noteId: row.note_note_id,
    noteTitle: row.note_title,
    region: row.note_region,
    span: toSpan(row.span_start, row.span_end),
    fingerprint:
      bandCodes.toName(row.band) === 'secret' ? null : (row.fingerprint.toString('hex') as Fingerprint),
    validFrom: row.valid_from,
    validUntil: earlier(row.valid_until, row.superseded_at),
    precision: precisionCodes.toName(row.precision),
    recordedFrom: new Date(row.recorded_from).toISOString(),
    recordedUntil: row.recorded_until === null ? null : new Date(row.recorded_until).toISOString(),
    confidence: row.confidence,
    trust: row.trust,
    extractor: row.extractor_text,
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>),
    duplicateOf: row.duplicate_id as ClaimId | null,
    active: row.note_status !== 'archived',
  };
}

/** The end that the text states, or the one that supersession brought, whichever comes first. */
function earlier(stated: string | null, superseded: string | null): string | null {
  if (stated === null || superseded === null) return stated ?? superseded;
  return superseded < stated ? superseded : stated;
}

function termsOf(row: JoinedClaimRow, codec: SecretCodec | undefined): SealedTerms {
  if (row.sealed === null) {
    return {
      subject: row.subject_text ?? '',
      predicate: row.predicate_text ?? '',
      object: row.object,
      headingPath: row.heading_text === null ? [] : (JSON.parse(row.heading_text) as string[]),
    };
  }
  const opened = codec === undefined ? null : unseal(row.sealed, codec);
  return opened ?? { subject: REDACTED, predicate: REDACTED, object: REDACTED, headingPath: [] };
}

function unseal(sealed: Buffer, codec: SecretCodec): SealedTerms | null {
  try {
    return JSON.parse(codec.decrypt(sealed)) as SealedTerms;
  } catch {
    return null;
  }
}
