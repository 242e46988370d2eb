import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { ParsedNote } from '@memora/vault';
import type { ClaimDocument, DocumentReading } from '../model/claim-index.ts';
import type { PreparedClaim } from './prepare-claims.ts';
import { isHearsay } from './segment-voice.ts';

/** What the indexes are shown of a claim. */
export function toDocument(
  key: number,
  id: ClaimId,
  claim: PreparedClaim,
  note: ParsedNote,
  codec: SecretCodec | undefined,
  reading?: DocumentReading,
): ClaimDocument {
  const { subject, predicate, object } = claim.extracted;
  const segment = note.segments[claim.extracted.segment];
  const document: ClaimDocument = {
    key,
    id,
    subject,
    predicate,
    object,
    text: claim.text,
    noteTitle: note.title,
    region: note.region,
    headingPath: claim.headingPath,
    aliases: note.frontmatter.aliases,
    before: claim.before,
    after: claim.after,
    band: claim.band,
    ...(claim.cites.length > 0 && { cites: claim.cites }),
    ...(segment?.turn !== undefined && isHearsay(segment) && { isHearsay: true }),
    ...(reading !== undefined && { reading }),
  };
  if (claim.band !== 'secret' || codec === undefined) return document;
  return { ...document, encrypt: codec.encrypt };
}
