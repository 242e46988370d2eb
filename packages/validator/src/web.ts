/*
 * The main entry for environments that download it: browsers and edge. Code beyond the proof of bytes is
 * loaded when a statement first needs it, so functions that would include it have separate entries (`/align`,
 * `/documents`, `/guard`, `/receipts`). For environments without downloads (Node, Deno, Bun) the main entry
 * is index.ts, which includes them.
 */

export { type Fingerprint, fingerprint, MemoraError } from '@memora/core';
export type { PreparedSource } from './align/prepare-source.ts';
export type {
  AlignedSpan,
  Alignment,
  AlignmentEdit,
  AlignmentStatus,
  AlignOptions,
} from './contract/alignment.ts';
export type {
  Answer,
  AnswerMessage,
  AnswerPart,
  ProviderCitation,
  ProviderSource,
} from './contract/answer.ts';
export type { CitableClaim, ClaimLookup, SourceReader } from './contract/citable-claim.ts';
export { CitationError } from './contract/citation-error.ts';
export type {
  CriticalTokenReport,
  DisagreementKind,
  TokenDisagreement,
} from './contract/critical-token-report.ts';
export type {
  EntailmentJudge,
  EntailmentQuestion,
  EntailmentVerdict,
} from './contract/entailment-judge.ts';
export {
  type EvidenceContext,
  type Judge,
  type JudgeEvidence,
  type JudgeFunction,
  type JudgeReply,
  type JudgeRequest,
  type JudgeStatement,
  type JudgeVerdict,
  toJudge,
} from './contract/judge.ts';
export { ValidatorError, type ValidatorErrorCode } from './contract/validator-error.ts';
export type {
  AsOf,
  GuardByKind,
  GuardLevel,
  HiddenSpans,
  Policy,
  VerificationOptions,
} from './contract/verification-options.ts';
export {
  CHECK_STATUSES,
  type Check,
  type CheckStatus,
  type Judgement,
  type NearestWords,
  type QuoteCheck,
  type SourceAnchor,
  type Statement,
  type Verdict,
  type VerificationReport,
  type WordDifference,
  type Wording,
} from './contract/verification-report.ts';
export type { SourceDocument, SourceDocuments } from './documents/source-document.ts';
export type { VerifyAgainstInput, VerifyAgainstStreamInput } from './documents/verify-against.ts';
export type { SpanCheck } from './evidence/verify-spans.ts';
export type { CriticalTokenOptions } from './figures/check-critical-tokens.ts';
export { opensFromPage } from './formats/opens-from-page.ts';
export type { ReceiptProblem, ReceiptProblemCode } from './receipts/check-receipt.ts';
export type { ReceiptOptions } from './receipts/create-receipt.ts';
export type {
  Receipt,
  ReceiptCitation,
  ReceiptNote,
  ReceiptOriginal,
  ReceiptStatement,
} from './receipts/receipt.ts';
export { createReceipt, verifyReceipt } from './receipts/receipts-on-demand.ts';
export type { VaultProof, VaultTree, VaultTreeNote } from './receipts/vault-tree.ts';
export type { ReceiptCheckOptions, ReceiptReport } from './receipts/verify-receipt.ts';
export type { Citation, TextOffset } from './statements/citation.ts';
export { type MarkerRange, type MarkerReader, parseCitations } from './statements/parse-citations.ts';
export { verifyCitations, verifySpans, verifyStream } from './verification/verification-on-demand.ts';
export type { StreamOptions, VerifiedPart } from './verification/verify-stream.ts';
