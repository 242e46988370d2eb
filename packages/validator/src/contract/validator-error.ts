import { MemoraError } from '@memora/core';

/** The error codes of the validator's calls. */
export type ValidatorErrorCode =
  | 'ANSWER_UNREADABLE'
  | 'CITATIONS_REJECTED'
  | 'INVALID_ANSWER'
  | 'INVALID_DOCUMENT'
  | 'INVALID_NOTE'
  | 'INVALID_OPTION'
  | 'INVALID_SOURCE'
  | 'JUDGE_FAILED'
  | 'NLI_LABELS_UNKNOWN'
  | 'NLI_MODEL_UNREADABLE'
  | 'NLI_NOT_INSTALLED'
  | 'NOT_FOR_THE_WIRE'
  | 'NOT_IN_VAULT_TREE'
  | 'NO_EXPECT'
  | 'NO_SOURCES'
  | 'SOURCE_CHANGED'
  | 'USAGE';

/** An error of a call. A bad citation is a status, not an error, except under `mode: 'throw'`. */
export class ValidatorError<Code extends ValidatorErrorCode = ValidatorErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'ValidatorError';
}
