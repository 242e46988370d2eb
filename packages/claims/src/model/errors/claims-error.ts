import { MemoraError } from '@memora/core';

/** Error codes of a claim store. */
export type StoreErrorCode =
  | 'DATABASE_NEWER'
  | 'DATABASE_CORRUPT'
  | 'DATABASE_FOREIGN'
  | 'DATABASE_MISSING'
  | 'DATABASE_READONLY'
  | 'DATABASE_BUSY'
  | 'DATABASE_CLOSED'
  | 'DATABASE_IO'
  | 'DISK_FULL'
  | 'BACKUP_EXISTS'
  | 'BACKUP_INVALID';

/** Error codes of the store, of the files next to the notes, and of models. */
export type ClaimsErrorCode =
  | StoreErrorCode
  | 'ABORTED'
  | 'AS_OF_INVALID'
  | 'CHANGELOG_ALTERED'
  | 'CIPHERS_NOT_INSTALLED'
  | 'CLAIM_NOT_FOUND'
  | 'CLAIM_OF_GONE_NOTE'
  | 'CLAIM_WITHOUT_NOTE'
  | 'CLAIM_WITHOUT_TERM'
  | 'CURSOR_INVALID'
  | 'DATABASE_KEY'
  | 'DERIVATION_CYCLE'
  | 'EDGE_WITHOUT_CLAIM'
  | 'ENTITIES_UNREADABLE'
  | 'ENTITIES_UNWRITABLE'
  | 'FACT_INVALID'
  | 'LEDGER_CLAIMS'
  | 'LEDGER_SHAPE'
  | 'LEDGER_TIME'
  | 'LEDGER_UNREADABLE'
  | 'LEDGER_VERB'
  | 'LEDGER_UNWRITABLE'
  | 'MODEL_CUT_OFF'
  | 'MODEL_EMPTY'
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_REFUSED'
  | 'MODEL_TIMEOUT'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_UNREADABLE'
  | 'NOTE_ENCODING'
  | 'NOTE_FAILED'
  | 'NOTE_TOO_COSTLY'
  | 'SCAN_UNREADABLE'
  | 'SECRETS_OF_ANOTHER_KEY'
  | 'SQLITE_NOT_INSTALLED'
  | 'WRITE_FAILED';

/** An error of a claim store, a ledger or an extraction model. Its message never contains note text. */
export class ClaimsError<Code extends ClaimsErrorCode = ClaimsErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'ClaimsError';
}
