export { MemoraError } from '@memora/core';
export { createOfflineExtractor, extractOffline } from './extract/offline/offline-extractor.ts';
export type { LedgerDecisions } from './ledger/ledger-decisions.ts';
export type { LedgerEntry, LedgerMark, LedgerMemory, LedgerVerb } from './ledger/parse-ledger.ts';
export type { LedgerTarget, ResolveTarget } from './ledger/resolve-ledger.ts';
export type { AsOf, Claim, ClaimAssertion, ClaimKind, ClaimStatus, Precision } from './model/claim.ts';
export type { ClaimDocument, ClaimIndex } from './model/claim-index.ts';
export type { DecisionPort } from './model/decision-port.ts';
export type { DerivedPage, DerivedStatement, StoredPage } from './model/derived-page.ts';
export type { Edge, EdgeType } from './model/edge.ts';
export { ClaimsError, type ClaimsErrorCode, type StoreErrorCode } from './model/errors/claims-error.ts';
export type { ExtractedClaim, Extraction, ExtractionContext, Extractor } from './model/extractor.ts';
export type { ClaimRow, ClaimStep, GraphReader } from './model/graph-reader.ts';
export type { ExtractionUsage, IndexProgress, IndexReport, NoteWarning } from './model/index-report.ts';
export type { IndexStatus } from './model/index-status.ts';
export type {
  NotePassage,
  NotePassages,
  PassagePiece,
  PlacedClaim,
  PlacedNote,
  PlacedPassage,
} from './model/note-passages.ts';
export {
  createPassageId,
  type Passage,
  type PassageContext,
  type PassageIdentity,
  type PassageJson,
  type PassageKind,
  toPassageJson,
} from './model/passage.ts';
export type { PredicateSettings } from './relate/predicate-values.ts';
export type { StalePath } from './relate/provenance-graph.ts';
export type { Fact, FactFailure, FactReport } from './run/facts/fact.ts';
export type { FactStore } from './run/facts/fact-store.ts';
export { bytesOfFact, type PutFactsOptions, putFacts } from './run/facts/put-facts.ts';
export { checkFact } from './run/facts/require-fact.ts';
export { type IndexVaultOptions, indexVault } from './run/index-vault.ts';
export type { NoteBudget } from './run/threads/note-budget.ts';
export type { DetectBand } from './run/with-detected-bands.ts';
export type {
  ChangelogEntry,
  ClaimFilter,
  ClaimPage,
  ClaimReader,
  ClaimStore,
  IndexFailure,
  IntegrityReport,
  NoteFilter,
  NoteNames,
  StoredNote,
  StoreStats,
} from './store/claim-store.ts';
export type {
  ErasedClaim,
  ErasurePlan,
  ErasureReason,
  ErasureRequest,
} from './store/erase/plan-erasure.ts';
export type { RefusedRecord } from './store/extraction/refused-records.ts';
export type {
  BatchOutcome,
  HiddenText,
  IndexBatch,
  IndexRun,
  IndexRunOptions,
  KnownNote,
  OnHidden,
} from './store/index-run.ts';
export type { NoteOutcome, NoteWork } from './store/note-work.ts';
export { restoreBackup } from './store/open/backup-database.ts';
export type { SqliteDriver } from './store/open/sqlite-driver.ts';
export type { CandidateRow } from './store/read/filter/prepare-candidates.ts';
export type { Contradiction } from './store/review/read-contradictions.ts';
export type { Decision } from './store/review/to-decisions.ts';
export {
  type OpenClaimStoreOptions,
  openClaimStore,
  type SqliteClaimStore,
} from './store/sqlite-claim-store.ts';
