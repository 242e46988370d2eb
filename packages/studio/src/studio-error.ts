import { MemoraError } from '@memora/core';

/** The error codes of the page's server. */
export type StudioErrorCode =
  | 'AGENT_NOT_FOUND'
  | 'BAD_REQUEST'
  | 'CONTRADICTION_NOT_FOUND'
  | 'FOLDER_NOT_FOUND'
  | 'NOTE_CHANGED'
  | 'NOTE_NOT_FOUND'
  | 'NOTE_SECRET'
  | 'NOT_FOUND'
  | 'PORT_IN_USE'
  | 'VAULT_NOT_FOUND';

/** An error of the page's server. Its message holds no text of a note. */
export class StudioError<Code extends StudioErrorCode = StudioErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'StudioError';
}
