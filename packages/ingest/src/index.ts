export { MemoraError } from '@memora/core';
export type {
  Ingester,
  IngesterPorts,
  IngestOptions,
  IngestOutcome,
  IngestSource,
  ListedSource,
} from './again/ingester.ts';
export type { NoteBase } from './again/merge-note.ts';
export { openIngester } from './again/open-ingester.ts';
export type { EarlierRuns, KnownNote } from './again/standing-note.ts';
export {
  DOCUMENT_FORMATS,
  type Document,
  type DocumentAnchor,
  type DocumentFormat,
  type DocumentMeta,
  type LeftOut,
} from './document.ts';
export { createRobots, type Robots } from './fetch/create-robots.ts';
export {
  type FetchedSource,
  type FetchOutcome,
  type FetchSourceOptions,
  fetchSource,
  type Validators,
} from './fetch/fetch-source.ts';
export { IngestError, type IngestErrorCode } from './ingest-error.ts';
export {
  type IngestDocumentOptions,
  type IngestedDocument,
  ingestDocument,
  type NoteFolder,
} from './note/ingest-document.ts';
export type { DocumentDetector } from './note/seal-markdown.ts';
export type { DocumentNote, NotesWanted } from './note/write-notes.ts';
export { type OriginalProof, type OriginalProver, openProver } from './originals/open-prover.ts';
export { createOriginalHash } from './originals/original-hash.ts';
export { type ReadDocumentOptions, readDocument, readDocuments } from './read-document.ts';
export {
  type BoundedReader,
  createBoundedReader,
  createFreshReader,
  type ReadBoundedOptions,
  type ReadLimits,
  type ReadNotesOptions,
} from './thread/read-bounded.ts';
