import type { StoreErrorCode } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { VaultErrorCode } from '@memora/vault';
import type { ModelFailure } from './models/chat-model.ts';

/** The code of an error that a memory throws itself, or passes on from its vault or database. */
export type MemoryErrorCode =
  | VaultErrorCode
  | StoreErrorCode
  | 'BACKUP_KEY'
  | 'BACKUP_UNKNOWN'
  | 'CLAIM_NOT_FOUND'
  | 'CONFIG_INVALID'
  | 'EMBEDDER_UNKNOWN'
  | 'CONTRADICTION_NOT_FOUND'
  | 'DATABASE_ASIDE'
  | 'DATABASE_KEY'
  | 'DATABASE_UNKNOWN'
  | 'ENTITY_NAME_INVALID'
  | 'FACT_STORE_INVALID'
  | 'JUDGE_FAILED'
  | 'JUDGE_TIMEOUT'
  | `JUDGE_HTTP_${number}`
  | Uppercase<ModelFailure>
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

/** An error of a memory itself. Its vault throws `VaultError`, and its database `ClaimsError`. */
export class MemoryError<Code extends MemoryErrorCode = MemoryErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'MemoryError';
}

/** Returns the error of every method after the memory was closed. */
export function memoryClosed(): MemoryError<'MEMORY_CLOSED'> {
  return new MemoryError('this memory is closed', {
    code: 'MEMORY_CLOSED',
    hint: 'Open it again with openMemory, or close it later.',
  });
}
