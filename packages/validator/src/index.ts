export { type Fingerprint, fingerprint } from '@memora/core';
export type { AlignedSpan, Alignment, AlignmentStatus, TokenEdit } from './align/alignment.ts';
export type { CitableClaim, ClaimLookup, SourceReader } from './citable-claim.ts';
export type { Citation, TextOffset } from './citation.ts';
export type { CriticalTokenReport, TokenDisagreement } from './tokens/critical-token-report.ts';
export {
  CHECK_STATUSES,
  type Check,
  type CheckStatus,
  type QuoteCheck,
  type Statement,
  type Verdict,
  type VerificationReport,
} from './verification-report.ts';
