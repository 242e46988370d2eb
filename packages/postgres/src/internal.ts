/**
 * The parts of a team's notes that other packages of Memora need without a database driver, which a personal
 * machine does not have.
 */
export { LOCAL_EMBEDDER, namedEmbedderId } from './embedders/embedder-book.ts';
export { type ErasureDigests, pushErased, toScopeErasures } from './erase/read-erasures.ts';
export {
  type NoteExchange,
  openNoteExchange,
  type PlannedWrite,
  type PushMark,
  type ScopeNotes,
} from './notes/exchange/note-exchange.ts';
export { HEADS_AT_ONCE, openNotePages } from './notes/exchange/note-pages.ts';
export { commitPush, listStaged, STAGED_AT_ONCE, stageNotes } from './notes/exchange/staged-push.ts';
export type { NoteHead } from './notes/note-heads.ts';
export { checkNotePath } from './notes/note-path.ts';
export { openTeamSealing } from './notes/open-team-sealing.ts';
export { type PullOptions, type PullReport, pullFolder } from './notes/pull-folder.ts';
export { type PushOptions, type PushReport, pushFolder, pushRefused } from './notes/push-folder.ts';
export { openBlob, type Sealing, type StoredBlob } from './notes/seal-blob.ts';
export { noteListOf, scopeFolder } from './publish/scope-folder.ts';
export {
  countRemembered,
  LEARNED_AT_ONCE,
  type LearnedEntry,
  readLearningLog,
  readLeftLearningLog,
} from './team/learning-log.ts';
export { type EmbeddingState, type QueueState, readEmbeddings, readQueue } from './team/read-queue.ts';
export type { ScopeKind } from './team/scopes.ts';
export {
  listUploads,
  type UploadedNote,
  type UploadState,
  withdrawUpload,
} from './uploads/list-uploads.ts';
export {
  type ReceivedUpload,
  type ReceiveUploadOptions,
  receiveUpload,
} from './uploads/receive-upload.ts';
export type { UploadAbout } from './uploads/upload-about.ts';
export {
  type UploadedDocument,
  type UploadReport,
  type WorkOnUploadOptions,
  workOnUpload,
} from './uploads/work-on-upload.ts';
export type { ReadNote } from './uploads/write-uploaded.ts';
