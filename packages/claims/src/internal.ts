/** For the other packages of Memora alone: what stands here may change in any release. */
export { PAGE_READER } from './derived/derived-page.ts';
export { cleanLedger } from './ledger/clean-ledger.ts';
export { toLedgerDecisions } from './ledger/ledger-decisions.ts';
export { appendToLedger, LEDGER_FILE, readLedger } from './ledger/open-ledger.ts';
export { parseBounded } from './offline/parse-bounded.ts';
export { toDecisions } from './review/to-decisions.ts';
export { openBackup } from './sqlite/backup-database.ts';
export { readDatabaseMark, writeDatabaseMark } from './sqlite/database-mark.ts';
export { plainDriver } from './sqlite/open-database.ts';
export { planRekey, readVaultKeyId, rekeySecrets, writeVaultKeyId } from './sqlite/rekey-secrets.ts';
export { rewriteDatabaseFile } from './sqlite/rewrite-database-file.ts';
export { toStoreError } from './sqlite/to-store-error.ts';
export { withDetectedBands } from './with-detected-bands.ts';
