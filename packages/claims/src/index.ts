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
export { EDGE_TYPES, type Edge, type EdgeType } from './edge.ts';
export type { ExtractionUsage, IndexProgress, IndexReport } from './index-report.ts';
