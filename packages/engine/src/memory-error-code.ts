import type { StoreErrorCode } from '@memora/claims';
import type { VaultErrorCode } from '@memora/vault';

/** The code of an error that a memory throws by itself, or passes on from its vault or its database. */
export type MemoryErrorCode =
  | VaultErrorCode
  | StoreErrorCode
  | 'BACKUP_KEY'
  | 'BACKUP_UNKNOWN'
  | 'CLAIM_NOT_FOUND'
  | 'CONFIG_INVALID'
  | 'CONTRADICTION_NOT_FOUND'
  | 'DATABASE_ASIDE'
  | 'DATABASE_KEY'
  | 'DATABASE_UNKNOWN'
  | 'ENTITY_NAME_INVALID'
  | 'JUDGE_FAILED'
  | 'JUDGE_TIMEOUT'
  | 'KEY_UNAVAILABLE'
  | 'MAINTENANCE_FAILED'
  | 'MARKER_LOOKALIKE'
  | 'MEMORY_CLOSED'
  | 'MODEL_KEY_MISSING'
  | 'MODEL_KEY_WITHHELD'
  | 'MODEL_SDK_MISSING'
  | 'MODEL_SDK_TOO_OLD'
  | 'MODEL_UNREACHABLE'
  | 'NOTHING_TO_ERASE'
  | 'NOT_A_PARTY'
  | 'NOT_INDEXED'
  | 'NO_JUDGE'
  | 'REGION_NOT_FOUND'
  | 'SCOPE_NOT_SAID'
  | 'TEAM_KEY_MISSING'
  | 'TEAM_READ_ONLY_MEMORY';
