import { type Blake3, createClaimId, decodeText, fingerprint } from '@memora/core';
import type { CitableClaim, ClaimLookup, SourceReader } from '../contract/citable-claim.ts';
import { cutDocument, type DocumentUnit } from './cut-document.ts';
import { type ReadDocument, readDocuments, type SourceDocuments } from './source-document.ts';

/** A claim cut from a document, with the words at its span. */
export interface DocumentClaim extends CitableClaim {
  readonly text: string;
}

/** The claims of documents, and the two functions that {@link verifyCitations} needs. */
export interface DocumentClaims {
  /** In the order of the documents, and of their bytes. */
  readonly list: readonly DocumentClaim[];
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
}

/** Options for splitting documents. */
export interface DocumentClaimOptions {
  /** The extent of one claim. Default `sentence`. */
  readonly unit?: DocumentUnit | undefined;
  /** A faster BLAKE3 (32-byte digest) than the portable one. */
  readonly blake3?: Blake3 | undefined;
}

/**
 * Splits documents into claims with byte spans and fingerprints, so that a model can read them and cite them as `[claim:<id>]`. Ids depend on the document's
 * name and on the words, not on offsets. Throws `MemoraError` `INVALID_DOCUMENT`.
 */
export function createDocumentClaims(
  documents: SourceDocuments,
  { unit = 'sentence', blake3 }: DocumentClaimOptions = {},
): DocumentClaims {
  const read = readDocuments(documents);
  const list = read.flatMap((document) => claimsOf(document, unit, blake3));
  const byId = new Map(list.map((claim) => [claim.id, claim]));
  const bytesByName = new Map(read.map(({ name, bytes }) => [name, bytes]));
  return {
    list,
    claims: async () => byId,
    sources: async (name) => bytesByName.get(name) ?? null,
  };
}

/** Returns the claims of one document. */
export function claimsOf(
  { name, title, bytes }: ReadDocument,
  unit: DocumentUnit,
  blake3?: Blake3,
): DocumentClaim[] {
  const { text, table } = decodeText(bytes);
  const seen = new Map<string, number>();
  return cutDocument(text, unit).map(({ start, end, headingPath }) => {
    const span = { start: table.toByte(start), end: table.toByte(end) };
    const spanBytes = bytes.subarray(span.start, span.end);
    const digest = fingerprint(spanBytes, blake3);
    const occurrence = seen.get(digest) ?? 0;
    seen.set(digest, occurrence + 1);
    const identity = { noteId: name, subject: unit, predicate: 'says', object: null, spanBytes, occurrence };
    return {
      id: createClaimId(identity, undefined, blake3),
      notePath: name,
      span,
      fingerprint: digest,
      noteTitle: title,
      headingPath,
      text: text.slice(start, end),
    };
  });
}
