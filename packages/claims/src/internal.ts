/** For Memora's own packages only: these exports may change in any release. */

export {
  createEntityResolver,
  type Entity,
  plainName,
  type ResolveEntity,
} from './entities/create-entity-resolver.ts';
export { appendToEntities, readEntities } from './entities/open-entities.ts';
export { formatEntity } from './entities/parse-entities.ts';
export { readList } from './extract/llm/read-records.ts';
export { isPleasantry } from './extract/offline/is-pleasantry.ts';
export { cleanLedger } from './ledger/clean-ledger.ts';
export { formatLedgerEntry, LEDGER_HEADER } from './ledger/format-ledger-entry.ts';
export { toLedgerDecisions } from './ledger/ledger-decisions.ts';
export { meantBy, type TargetPlace } from './ledger/meant-by-target.ts';
export { appendToLedger, LEDGER_FILE, readLedger } from './ledger/open-ledger.ts';
export { parseLedger } from './ledger/parse-ledger.ts';
export { markedTargets, resolveLedger } from './ledger/resolve-ledger.ts';
export { assertionCodes, bandCodes, edgeCodes, precisionCodes, statusCodes } from './model/codes.ts';
export { CONVERSATION_NOTE } from './model/conversation-note.ts';
export { DERIVED_NOTE, PAGE_READER } from './model/derived-page.ts';
export { endOfPeriod, timeOf } from './model/time-of.ts';
export { type Grounding, groundMemory } from './prepare/evidence/ground-memory.ts';
export { readTurnLink, type TurnLink, writeTurnLink } from './prepare/evidence/turn-link.ts';
export { fingerprintSpan } from './prepare/fingerprint-span.ts';
export { hashNote } from './prepare/hash-note.ts';
export { loadBlake3 } from './prepare/load-blake3.ts';
export { authorOfClaim, isReported, REPORTED } from './prepare/note-author.ts';
export { shortHash } from './prepare/short-hash.ts';
export type {
  FoundPlace,
  OlderRequest,
  OlderSearch,
  OpenOlderSearch,
} from './relate/changes/change-relation.ts';
export {
  comparedWords,
  differsInValue,
  saysTheSame,
  shareOfWords,
  wordsOf,
} from './relate/compare-statements.ts';
export type { ConflictReason } from './relate/conflict-reason.ts';
export {
  type ContradictionJudge,
  createContradictionJudge,
  type ReadClaim,
} from './relate/create-contradiction-judge.ts';
export { type PredicateValues, toPredicates } from './relate/predicate-values.ts';
export { createProvenanceGraph, type Derivation } from './relate/provenance-graph.ts';
export { readForPreview } from './run/read-for-preview.ts';
export { parseBounded } from './run/threads/parse-bounded.ts';
export { withDetectedBands } from './run/with-detected-bands.ts';
export { type FallenRow, firstFallen, toPageStaleness } from './store/derived/page-staleness.ts';
export { toStoredPage } from './store/derived/read-derived-pages.ts';
export {
  type BorneName,
  readBorneNames,
  readEntityNames,
  readNamedSubjects,
} from './store/entities/read-entity-names.ts';
export { openBackup } from './store/open/backup-database.ts';
export { prepareWriteCounts } from './store/open/count-writes.ts';
export { lockFile } from './store/open/lock-file.ts';
export { openSideFile } from './store/open/open-side-file.ts';
export { plainDriver } from './store/open/plain-driver.ts';
export { rewriteDatabaseFile } from './store/open/rewrite-database-file.ts';
export { toStoreError } from './store/open/to-store-error.ts';
export {
  type ChangeCapture,
  type ChangedRows,
  type PublishedValue,
  readPublished,
} from './store/publish/capture-changes.ts';
export { readPublicationMark, writePublicationMark } from './store/publish/publication-mark.ts';
export { type ReadRows, takeRowsBack } from './store/publish/take-rows-back.ts';
export type { ParametersOf, RowOf } from './store/queries/build/query-source.ts';
export type { countQueries } from './store/queries/lists/count-queries.ts';
export type { listQueries } from './store/queries/lists/list-queries.ts';
export { preparing } from './store/queries/prepare-query.ts';
export { type ClaimThen, putBack } from './store/read/as-of/as-known-at.ts';
export { holdsAt } from './store/read/as-of/holds-at.ts';
export { columnsThen, wasOnRecord } from './store/read/as-of/known-at.ts';
export { type PointInTime, readAsOf } from './store/read/as-of/read-as-of.ts';
export { type JoinedClaimRow, joinedClaims, toClaim } from './store/read/claim-rows.ts';
export { filterSql, noteSql } from './store/read/filter/filter-sql.ts';
export type { SqlText } from './store/read/filter/sql-text.ts';
export { parseStoredRecord } from './store/read/parse-stored.ts';
export { type CorroborationRow, corroborationSql, toCorroboration } from './store/read/read-corroboration.ts';
export { EVERY_ENTRY, toChangelogEntry, toFailure, toStoredNote } from './store/read/read-lists.ts';
export { readMark, toMark, toNoteName } from './store/read/read-note-names.ts';
export { type CountName, toStats } from './store/read/read-store.ts';
export { type PreviewedClaim, previewNote } from './store/relating/memories/preview-note.ts';
export { toFactStaleness } from './store/relating/write-staleness.ts';
export { type PairRow, toContradictions } from './store/review/read-contradictions.ts';
export { toDecisions } from './store/review/to-decisions.ts';
export { type DatabaseMark, readDatabaseMark, writeDatabaseMark } from './store/schema/database-mark.ts';
export {
  type ColumnKind,
  describeTables,
  type PublishedColumn,
  type PublishedTable,
  type RowsOf,
  readIndex,
  sqliteStatements,
  type TableText,
} from './store/schema/describe-table.ts';
export { hasTable } from './store/schema/has-table.ts';
export { writeMeta } from './store/schema/meta.ts';
export { SCHEMA_VERSION } from './store/schema/migrate-database.ts';
export { KEPT_META, PUBLISHED_TABLES, type Schema, STORE_TABLES } from './store/schema/tables.ts';
export {
  planRekey,
  type RekeyPlan,
  readVaultKeyId,
  rekeySecrets,
  writeVaultKeyId,
} from './store/secrets/rekey-secrets.ts';
export { hasSecret } from './store/secrets/secret-words.ts';
export { IN_ITS_NOTE } from './store/write/resolve-targets.ts';
