import { type ClaimId, isClaimId, normaliseTerm } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { ClaimDocument, DocumentReading } from '../model/claim-index.ts';
import type { PreparedClaim } from './prepare-claims.ts';
import { isHearsay } from './segment-voice.ts';

/** Returns the document of a claim for the indexes. */
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
  const form = formOf(claim, segment);
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
    ...(isMemoryPath(note.path) && ofMemory(note)),
    ...(segment?.turn !== undefined && isHearsay(segment) && { isHearsay: true }),
    ...(segment?.kind === 'task' && !claim.extracted.inherited && object !== null && { isTask: true }),
    ...(form !== undefined && { form }),
    ...(claim.extracted.isResolved === true && { isResolved: true }),
    ...(reading !== undefined && { reading }),
  };
  if (claim.band !== 'secret' || codec === undefined) return document;
  return { ...document, encrypt: codec.encrypt, hashToken: codec.hashToken };
}

/** Returns the form in which a claim states its value; undefined for a sentence. */
function formOf({ extracted }: PreparedClaim, segment: Segment | undefined): ClaimDocument['form'] {
  if (segment === undefined || extracted.isResolved === true || extracted.object === null) return undefined;
  if (segment.kind === 'property' || segment.kind === 'field') return 'field';
  if (segment.kind === 'table_row') return 'cell';
  const isLabelled = segment.kind === 'definition' || segment.kind === 'list_item';
  return isLabelled && extracted.inherited ? 'label' : undefined;
}

/** A memory means the same anywhere: all memories have one scope, those about a thing have that thing's scope. */
function ofMemory({ frontmatter }: ParsedNote): Pick<ClaimDocument, 'scope' | 'supersedes'> {
  const entity = frontmatter.fields.get('entity');
  const supersedes = [frontmatter.fields.get('supersedes')]
    .flat()
    .filter((id) => typeof id === 'string')
    .filter((id) => MEMORY_ID.test(id) || isClaimId(id));
  const scope = typeof entity === 'string' ? `memory ${normaliseTerm(entity)}` : 'memory';
  return {
    scope,
    ...(supersedes.length > 0 && { supersedes }),
  };
}

const MEMORY_ID = /^mem_[0-9a-z]{12}$/u;
