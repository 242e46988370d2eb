export { MemoraError } from '@memora/core';
export type { Connection, ConnectionSource } from './connect/connection.ts';
export { type Hearing, type NoticeKind, type Notices, openNotices } from './connect/open-notices.ts';
export { type OpenPoolOptions, openPool } from './connect/open-pool.ts';
export { type ReadAddressOptions, readAddress, type TeamAddress } from './connect/read-address.ts';
export {
  createContextSigner,
  makeSigningKey,
  type SignContext,
  type TeamContext,
} from './connect/sign-context.ts';
export { TeamError, type TeamErrorCode } from './connect/team-error.ts';
export {
  isGauge,
  type MetricName,
  type SpanName,
  type TraceAttributes,
  type Tracing,
  UNTRACED,
} from './connect/tracing.ts';
export type { Principal } from './connect/transaction-as.ts';
export {
  DEFAULT_EMBEDDER,
  type EmbedderBook,
  onlyEmbedder,
  type WorkerEmbedders,
} from './embedders/embedder-book.ts';
export { type EraseNoteOptions, eraseTeamNote, type TeamErasure } from './erase/erase-team-note.ts';
export {
  eraseUser,
  type LeftNote,
  readLeftNotes,
  type UserErasure,
} from './erase/erase-user.ts';
export { pushErased } from './erase/read-erasures.ts';
export { removeUserScope } from './erase/remove-scope.ts';
export { listWorkspaces, removeWorkspace, type WorkspaceSummary } from './erase/remove-workspace.ts';
export { type KeptErasure, listErasures, replayErasures } from './erase/replay-erasures.ts';
export type { FoundWords } from './erase/search-tables.ts';
export { createNoteBatches } from './notes/create-note-batches.ts';
export type { CallKey, LearnedMark } from './notes/note-heads.ts';
export {
  listNoteVersions,
  type NewestVersion,
  type NoteVersion,
  readNewestVersions,
  restoreNoteVersion,
} from './notes/note-versions.ts';
export {
  type ListedNote,
  openTeamNotes,
  type TeamNotes,
  type TeamNotesOptions,
  type VersionedNote,
} from './notes/open-team-notes.ts';
export { openTeamSealing } from './notes/open-team-sealing.ts';
export { promoteNote } from './notes/promote-note.ts';
export { type PullOptions, type PullReport, pullFolder } from './notes/pull-folder.ts';
export { type PushOptions, type PushReport, pushFolder, pushRefused } from './notes/push-folder.ts';
export { type Cited, readCited } from './notes/read-cited.ts';
export { type ReadNoteOptions, readTeamNote } from './notes/read-note.ts';
export { type ResealOptions, type ResealReport, resealNotes } from './notes/sealing/reseal-notes.ts';
export {
  changedError,
  type WriteNoteOptions,
  type WrittenNote,
  writeTeamNote,
} from './notes/write-team-note.ts';
export { createEmbeddingPace, type EmbeddingPace } from './publish/embed/embedding-pace.ts';
export { type EmbeddingsOptions, runEmbeddings } from './publish/embed/run-embeddings.ts';
export type { EmbeddingTurn } from './publish/embed/take-turn.ts';
export { createKeptStores, type KeptStores, type KeptStoresOptions } from './publish/kept-stores.ts';
export { type HolderName, nameHolder } from './publish/name-holder.ts';
export { createWorkerPace, type WorkerPace } from './publish/queue/worker-pace.ts';
export { runWorkerOnce, type WorkerOptions } from './publish/run-worker.ts';
export type {
  PageChange,
  ScopeUpkeep,
  UpkeepOutcome,
  UpkeepReport,
  UpkeepScope,
  UpkeepTask,
} from './publish/scope-upkeep.ts';
export type { WorkReport } from './publish/scope-worker.ts';
export { createFolderSweep } from './publish/sweep-folders.ts';
export type { AgentMemory, RetiredMemory } from './publish/upkeep/agent-memories.ts';
export type { UpkeepRun, UpkeepRuns } from './publish/upkeep/upkeep-runs.ts';
export type { TeamReader } from './read/create-claim-reader.ts';
export {
  type LastingTeamReader,
  type OpenTeamReaderOptions,
  openTeamReader,
} from './read/open-team-reader.ts';
export {
  openTeamRetriever,
  type TeamRetriever,
  type TeamRetrieverOptions,
} from './retrieve/open-team-retriever.ts';
export {
  type InitTeamOptions,
  initTeam,
  migrateTeam,
  type TeamQuota,
  type TeamSetUp,
} from './schema/migrate.ts';
export {
  type ActsOf,
  type AuditEntry,
  type AuditedAct,
  type AuditPage,
  audit,
  auditAll,
  auditWithin,
  createAuditExpiry,
  expireAudit,
  readAudit,
  readAuditPage,
} from './team/audit.ts';
export { chooseEmbedder, readChosenEmbedder } from './team/choose-embedder.ts';
export { countTeamNotesBehind } from './team/count-notes-behind.ts';
export { findTeamNotesBehind } from './team/find-notes-behind.ts';
export type { Repeats } from './team/find-repeated.ts';
export {
  type Acting,
  addMember,
  addUserScope,
  changeGroup,
  closeUserScope,
  type GroupMember,
  listGroupMembers,
  listMembers,
  listScopes,
  type MemberRole,
  removeMember,
  type ScopeSummary,
  type TeamMember,
} from './team/members.ts';
export { openTeamDatabase, type TeamDatabase } from './team/open-team-database.ts';
export { type GroupScope, readShownPath, SCOPE_KIND, type ScopeKind, shownPath } from './team/scopes.ts';
export { readTeamSchema, readTeamStatus, type ScopeStatus, type ScopeVectors } from './team/team-status.ts';
export { readVectorReadiness, type VectorReadiness } from './team/vector-readiness.ts';
export { readEpochs, type TeamEpochs, waitForEpochs } from './team/wait-for-epochs.ts';
