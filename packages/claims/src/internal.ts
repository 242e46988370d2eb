/** For the other packages of Memora alone: what stands here may change in any release. */

export { isPleasantry } from './extract/offline/is-pleasantry.ts';
export { cleanLedger } from './ledger/clean-ledger.ts';
export { toLedgerDecisions } from './ledger/ledger-decisions.ts';
export { appendToLedger, LEDGER_FILE, readLedger } from './ledger/open-ledger.ts';
export { PAGE_READER } from './model/derived-page.ts';
export { agreeWithQuote } from './prepare/evidence/agree-with-quote.ts';
export { type Grounding, groundMemory } from './prepare/evidence/ground-memory.ts';
export { readTurnLink, type TurnLink, writeTurnLink } from './prepare/evidence/turn-link.ts';
export { toPredicates } from './relate/predicate-values.ts';
export { parseBounded } from './run/threads/parse-bounded.ts';
export { withDetectedBands } from './run/with-detected-bands.ts';
export { openBackup } from './store/open/backup-database.ts';
export { plainDriver } from './store/open/plain-driver.ts';
export { rewriteDatabaseFile } from './store/open/rewrite-database-file.ts';
export { toStoreError } from './store/open/to-store-error.ts';
export {
  type ChangeCapture,
  type ChangedRows,
  type PublishedValue,
  readPublished,
} from './store/publish/capture-changes.ts';
export {
  type ColumnKind,
  KEPT_META,
  PUBLISHED_TABLES,
  type PublishedColumn,
  type PublishedTable,
} from './store/publish/published-tables.ts';
export { type ReadRows, takeRowsBack } from './store/publish/take-rows-back.ts';
export { type PreviewedClaim, previewNote } from './store/relating/memories/preview-note.ts';
export { toDecisions } from './store/review/to-decisions.ts';
export { type DatabaseMark, readDatabaseMark, writeDatabaseMark } from './store/schema/database-mark.ts';
export {
  planRekey,
  type RekeyPlan,
  readVaultKeyId,
  rekeySecrets,
  writeVaultKeyId,
} from './store/secrets/rekey-secrets.ts';
