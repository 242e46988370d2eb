export type { AsOf, Claim, ClaimAssertion, ClaimKind, ClaimStatus, Precision } from './claim.ts';
export type { ClaimDocument, ClaimIndex } from './claim-index.ts';
export type {
  ChangelogEntry,
  ClaimFilter,
  ClaimPage,
  ClaimReader,
  ClaimStore,
  IndexFailure,
  IntegrityReport,
  StoredNote,
  StoreStats,
} from './claim-store.ts';
export type { DecisionPort } from './decision-port.ts';
export type { DerivedPage, DerivedStatement, StoredPage } from './derived/derived-page.ts';
export type { Edge, EdgeType } from './edge.ts';
export type { ExtractedClaim, Extraction, ExtractionContext, Extractor } from './extractor.ts';
export type { ClaimRow, ClaimStep, GraphReader } from './graph-reader.ts';
export type { ExtractionUsage, IndexProgress, IndexReport, NoteWarning } from './index-report.ts';
export type {
  BatchOutcome,
  IndexBatch,
  IndexRun,
  IndexRunOptions,
  KnownNote,
  OnHidden,
} from './index-run.ts';
export type { IndexStatus } from './index-status.ts';
export { type IndexVaultOptions, indexVault } from './index-vault.ts';
export type { LedgerDecisions } from './ledger/ledger-decisions.ts';
export type { Ledger, LedgerEntry, LedgerMark, LedgerProblem, LedgerVerb } from './ledger/parse-ledger.ts';
export type { LedgerTarget, ResolveTarget } from './ledger/resolve-ledger.ts';
export type { NoteOutcome, NoteWork } from './note-work.ts';
export type { NoteBudget } from './offline/bounded-reader.ts';
export { createOfflineExtractor, extractOffline } from './offline/offline-extractor.ts';
export type { Derivation, StalePath } from './provenance/provenance-graph.ts';
export type { PredicateSettings } from './relate/predicate-values.ts';
export type { Contradiction } from './review/read-contradictions.ts';
export type { Decision } from './review/to-decisions.ts';
export { restoreBackup } from './sqlite/backup-database.ts';
export type { DatabaseMark } from './sqlite/database-mark.ts';
export type { SqliteDriver } from './sqlite/open-database.ts';
export type {
  ErasedClaim,
  ErasurePlan,
  ErasureReason,
  ErasureRequest,
} from './sqlite/plan-erasure.ts';
export type { CandidateRow } from './sqlite/prepare-candidates.ts';
export type { RekeyPlan } from './sqlite/rekey-secrets.ts';
export {
  type OpenClaimStoreOptions,
  openClaimStore,
  type SqliteClaimStore,
} from './sqlite/sqlite-claim-store.ts';
export type { StoreErrorCode } from './sqlite/to-store-error.ts';
export type { DetectBand } from './with-detected-bands.ts';
