/* Verifies answers against documents, and answers with other source markers than `[claim:<id>]`. */
export {
  createDocumentClaims,
  type DocumentClaim,
  type DocumentClaimOptions,
  type DocumentClaims,
} from './documents/create-document-claims.ts';
export type { DocumentUnit } from './documents/cut-document.ts';
export { type LabelLookup, type MarkerStyle, readMarkers } from './documents/read-markers.ts';
export type { SourceDocument, SourceDocuments } from './documents/source-document.ts';
export type { VerifyAgainstInput, VerifyAgainstStreamInput } from './documents/verify-against.ts';
export { verifyAgainst, verifyAgainstStream } from './documents/verify-against.ts';
