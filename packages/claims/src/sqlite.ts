export type { ClaimDocument, ClaimIndex } from './claim-index.ts';
export { type LedgerDecisions, toLedgerDecisions } from './ledger/ledger-decisions.ts';
export { type RelateOptions, type RelateOutcome, relateClaims } from './relate/relate-claims.ts';
