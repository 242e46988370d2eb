import { MemoraError } from '@memora/core';

export type VaultErrorCode =
  | 'VAULT_NOT_FOUND'
  | 'VAULT_NOT_A_FOLDER'
  | 'VAULT_UNREADABLE'
  | 'VAULT_LOCKED'
  | 'PATH_OUTSIDE_VAULT'
  | 'PATH_RESERVED'
  | 'NOTE_NOT_FOUND'
  | 'NOTE_UNREADABLE'
  | 'NOTE_TOO_LARGE'
  | 'NOTE_NOT_A_FILE'
  | 'NOTE_EXISTS'
  | 'NOTE_CHANGED'
  | 'NOTE_UNWRITABLE'
  | 'EDIT_INVALID'
  | 'TURN_INVALID'
  | 'DISK_FULL'
  | 'NODE_TOO_OLD'
  | 'YAML_UNUSABLE';

/** An error of the vault. */
export class VaultError<Code extends VaultErrorCode = VaultErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'VaultError';
}

export function vaultError(
  code: VaultErrorCode,
  message: string,
  extra: { readonly hint?: string; readonly cause?: unknown } = {},
): VaultError {
  return new VaultError(message, { code, ...extra });
}

/** The code of a failed system call (`ENOENT` …), or an empty string. */
export function systemCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
