import { MemoraError } from '@memora/core';

/** The error codes of keys, the guard and the egress. */
export type PrivacyErrorCode =
  | 'ADDRESS_NOT_ALLOWED'
  | 'FILE_REFUSED'
  | 'GUARD_FAILED'
  | 'KEY_INSIDE_VAULT'
  | 'KEY_MISMATCH'
  | 'KEY_UNREADABLE'
  | 'LOCALITY_CHANGED'
  | 'NETWORK_DISABLED'
  | 'OUTBOUND_FAILED'
  | 'OUTBOUND_TIMEOUT'
  | 'REDIRECT_REFUSED'
  | 'REHEARSED'
  | 'REPLY_TOO_LONG'
  | 'SECRET_IN_PAYLOAD'
  | 'URL_NOT_ALLOWED';

/** An error of keys, guard or egress. Its message holds ids, origins and codes, never text of a note. */
export class PrivacyError<Code extends PrivacyErrorCode = PrivacyErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'PrivacyError';
}
