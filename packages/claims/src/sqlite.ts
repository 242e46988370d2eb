export { type LedgerDecisions, toLedgerDecisions } from './ledger/ledger-decisions.ts';
export type { ClaimDocument, ClaimIndex } from './model/claim-index.ts';
export type { Database, RunResult, Statement, Transaction } from './model/sqlite-database.ts';
export { type RelateOptions, type RelateOutcome, relateClaims } from './store/relating/relate-claims.ts';
