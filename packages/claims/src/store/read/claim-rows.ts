import { type ClaimId, type Fingerprint, toSpan } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Claim, ClaimKind, Precision } from '../../model/claim.ts';
import { assertionCodes, bandCodes, kindCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import type { Schema } from '../schema/tables.ts';
import { openDate } from '../secrets/sealed-dates.ts';
import { type SqlText, sqliteText } from './filter/sql-text.ts';
import { parseStoredRecord, parseStoredTexts } from './parse-stored.ts';

type StoredClaim = Schema['claim'];

/** A claim row with its interned texts. */
export interface JoinedClaimRow extends StoredClaim {
  note_path: string;
  note_note_id: string;
  note_title: string;
  note_region: string;
  note_status: string;
  note_band: number;
  subject_text: string | null;
  predicate_text: string | null;
  heading_text: string | null;
  extractor_text: string;
  duplicate_id: string | null;
}

/** The parts of a secret claim that are encrypted together. */
export interface SealedTerms {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string | null;
  readonly headingPath: readonly string[];
  readonly kind: ClaimKind;
  /** Null if its text does not date it: it is then valid from the edit that added it. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
  readonly confidence: number;
  /** The unkeyed fingerprint of the span's bytes, by which the ledger recognises it. */
  readonly fingerprint?: string;
}

const REDACTED = '[redacted]';

/** Returns every claim with its note and its interned texts: the base of all reads. */
export function joinedClaims({ table, ofClaim }: Pick<SqlText, 'table' | 'ofClaim'>): string {
  const term = (name: string) =>
    `${table('term')} AS ${name}_term ON ${ofClaim(`${name}_term`)}${name}_term.key = claim.${name}`;
  return `SELECT claim.*,
    note.path AS note_path, note.note_id AS note_note_id, note.title AS note_title,
    note.region AS note_region, note.status AS note_status, note.band AS note_band,
    subject_term.text AS subject_text, predicate_term.text AS predicate_text, heading_term.text AS heading_text,
    extractor_term.text AS extractor_text, original.id AS duplicate_id
  FROM ${table('claim')}
  JOIN ${table('note')} ON ${ofClaim('note')}note.key = claim.note
  LEFT JOIN ${term('subject')}
  LEFT JOIN ${term('predicate')}
  LEFT JOIN ${term('heading')}
  JOIN ${term('extractor')}
  LEFT JOIN ${table('claim')} AS original ON ${ofClaim('original')}original.key = claim.duplicate_of`;
}

export const JOINED_CLAIMS: string = joinedClaims(sqliteText());

/** Returns the claim of a row. Without a codec (or with another key) the terms of a secret claim are `[redacted]`. */
export function toClaim(row: JoinedClaimRow, codec: SecretCodec | undefined): Claim {
  const { validUntil, ...terms } = termsOf(row, codec);
  const endedAt = openDate(row.superseded_at, codec);
  return {
    id: row.id as ClaimId,
    ...terms,
    assertion: assertionCodes.toName(row.assertion),
    status: statusOf(row, endedAt),
    band: bandCodes.toName(row.band),
    notePath: row.note_path,
    noteId: row.note_note_id,
    noteTitle: row.note_title,
    noteBand: bandCodes.toName(row.note_band),
    region: row.note_region,
    span: toSpan(row.span_start, row.span_end),
    fingerprint:
      bandCodes.toName(row.band) === 'secret' ? null : (row.fingerprint.toString('hex') as Fingerprint),
    validUntil: earlier(validUntil, endedAt),
    recordedFrom: new Date(row.recorded_from).toISOString(),
    recordedUntil: row.recorded_until === null ? null : new Date(row.recorded_until).toISOString(),
    trust: row.trust,
    extractor: row.extractor_text,
    metadata: parseStoredRecord(row.metadata),
    duplicateOf: row.duplicate_id as ClaimId | null,
    active: row.note_status !== 'archived',
  };
}

/** Returns the end in the text or the end by supersession, whichever is earlier. */
function earlier(stated: string | null, superseded: string | null): string | null {
  if (stated === null || superseded === null) return stated ?? superseded;
  return superseded < stated ? superseded : stated;
}

/** The end of a secret claim is encrypted, so that no query over the rows can detect that it has passed. */
function statusOf(row: JoinedClaimRow, endedAt: string | null): Claim['status'] {
  if (row.recorded_until !== null) return 'retracted';
  const status = statusCodes.toName(row.status);
  const isOver = row.sealed !== null && endedAt !== null && endedAt <= new Date().toISOString();
  return isOver && status !== 'retracted' ? 'superseded' : status;
}

function termsOf(row: JoinedClaimRow, codec: SecretCodec | undefined): SealedTerms {
  const ofRow = {
    kind: kindCodes.toName(row.kind),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    precision: precisionCodes.toName(row.precision),
    confidence: row.confidence,
  };
  if (row.sealed === null) {
    return {
      ...ofRow,
      subject: row.subject_text ?? '',
      predicate: row.predicate_text ?? '',
      object: row.object,
      headingPath: row.heading_text === null ? [] : parseStoredTexts(row.heading_text),
    };
  }
  const opened = codec === undefined ? null : openTerms(row.sealed, codec);
  const hidden = { subject: REDACTED, predicate: REDACTED, object: REDACTED, headingPath: [] };
  return { ...ofRow, ...hidden, ...opened, validFrom: opened?.validFrom ?? row.valid_from };
}

/** Returns the encrypted parts of a secret claim; null with another key. */
export function openTerms(sealed: Buffer, codec: SecretCodec): SealedTerms | null {
  try {
    return JSON.parse(codec.decrypt(sealed)) as SealedTerms;
  } catch {
    return null;
  }
}
