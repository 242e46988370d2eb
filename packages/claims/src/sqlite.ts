export type { ClaimDocument, ClaimIndex } from './claim-index.ts';
export { type LedgerDecisions, toLedgerDecisions } from './ledger/ledger-decisions.ts';
export { type RelateOptions, type RelateOutcome, relateClaims } from './relate/relate-claims.ts';
export type { Database, RunResult, Statement, Transaction } from './sqlite/sqlite-database.ts';
