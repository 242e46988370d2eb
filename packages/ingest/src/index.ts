export {
  DOCUMENT_FORMATS,
  type Document,
  type DocumentAnchor,
  type DocumentFormat,
  type DocumentMeta,
  type LeftOut,
} from './document.ts';
export {
  type IngestDocumentOptions,
  type IngestedDocument,
  ingestDocument,
} from './note/ingest-document.ts';
export type { DocumentDetector } from './note/seal-markdown.ts';
export { type ReadDocumentOptions, readDocument, readDocuments } from './read-document.ts';
