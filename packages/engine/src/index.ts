export { ClaimsError, type Fact, type FactReport, type FactStore } from '@memora/claims';
export { MemoraError } from '@memora/core';
/** The built-in embedder, for comparing short texts with a memory's answers. */
export { openWordTable } from '@memora/retrieval';
export { VaultError } from '@memora/vault';
export type { Answer, AskedBefore, AskOptions } from './answer/answer.ts';
export type { AnswerPassage, SearchPage } from './answer/answer-passage.ts';
export { countSecretPlaces } from './answer/count-secret-places.ts';
export type { Evidence, SpanState } from './answer/evidence/read-evidence.ts';
export { readSourceLines, type SourceLines } from './answer/evidence/read-source-lines.ts';
export { type LoadedConfig, loadConfig, type MemoraConfig, type ResolvedSetting } from './config/index.ts';
export type {
  ConversationOptions,
  ConversationSummary,
  ConversationTurn,
  StoredConversation,
} from './conversations/conversation-view.ts';
export type { HeldClaim } from './entities/create-held-at.ts';
export { findHeld } from './entities/find-held.ts';
export type {
  ListedEntity,
  MemoryEntities,
  NameProposal,
  ProposedNames,
} from './entities/memory-entities.ts';
export type { FactMemory, OpenFactMemoryOptions } from './facts/fact-memory.ts';
export type { AutofilledNote, AutofillOptions, AutofillReport } from './indexing/autofill-notes.ts';
export type { FollowOptions } from './indexing/follow-vault.ts';
export type { ExtractionPreview } from './indexing/preview-extraction.ts';
export type { NotePreview } from './indexing/preview-note.ts';
export type { RefreshOptions, RefreshReport } from './indexing/refresh-memory.ts';
export type {
  IngestedSource,
  IngestOptions,
  IngestProblem,
  IngestSource,
  RefreshSourcesOptions,
} from './ingest/ingest-options.ts';
export type { JudgeOptions } from './judge/judge-report.ts';
export type {
  CaptureResult,
  DoctorOptions,
  IndexOptions,
  IndexResult,
  Memory,
  MemoryEvent,
  MemoryPrompt,
  OpenMemoryOptions,
  PromptRequest,
  QueryOptions,
  QueryResult,
  VerifyOptions,
  WatchMemoryOptions,
} from './memory.ts';
export { MemoryError, type MemoryErrorCode } from './memory-error.ts';
export { openMemory } from './open-memory.ts';
export type { AuditOptions, PrivacyAudit, PrivacySuggestion, SecretPlace } from './privacy/audit-vault.ts';
export type { QuestionRehearsal, QuestionRequest } from './privacy/egress/rehearse-question.ts';
export type { EraseOptions, ErasureProof, ErasureReport, ErasureTarget } from './privacy/erasing/erasure.ts';
export type { UncleanedBackup } from './privacy/erasing/uncleaned-backup.ts';
export { rememberWritten, type WrittenFile } from './privacy/erasing/written-files.ts';
export type { UnreadContent, UnreadFile, UnreadReason } from './privacy/list-unread.ts';
export { parseInTime } from './privacy/parse-in-time.ts';
export {
  type BandSettings,
  type NoteBands,
  readBandsOnce,
  readNoteBands,
} from './privacy/read-note-bands.ts';
export type {
  ChallengeEvidence,
  ChallengeItem,
  ChallengeKind,
  ChallengeOptions,
  ChallengerReport,
} from './upkeep/challenge/challenger-report.ts';
export { titleOfItem } from './upkeep/consolidate/compose/compose-review.ts';
export type {
  ConsolidateOptions,
  Consolidation,
  ConsolidationProgress,
} from './upkeep/consolidate/consolidation.ts';
export type { DoctorCheck, DoctorRepair, DoctorReport } from './upkeep/doctor/doctor-report.ts';
export type { AccessCount, AccessCounts } from './upkeep/feedback/access-counts.ts';
export type { FeedbackStatus } from './upkeep/feedback/learned-feedback.ts';
export type { MemoryMaintenance } from './upkeep/maintain/memory-maintenance.ts';
export type {
  HistoryEntry,
  MemoryReview,
  RelatedClaim,
  ReviewedContradiction,
  StaleClaim,
} from './upkeep/review/memory-review.ts';
export type { Clock } from './upkeep/schedule/clock.ts';
export type { KeepMemories, KeptMemories, MaintenanceEvent } from './upkeep/schedule/run-schedule.ts';
