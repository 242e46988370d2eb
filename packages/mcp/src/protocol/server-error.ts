import { MemoraError } from '@memora/core';

/** The error codes of the MCP server itself. A tool's answer may also have codes of the packages below it. */
export type ServerErrorCode =
  | 'INPUT_INVALID'
  | 'NOTE_NOT_FOUND'
  | 'NOTE_REDACTED'
  | 'PORT_IN_USE'
  | 'REGION_NOT_FOUND'
  | 'RESOURCE_NOT_FOUND'
  | 'TEAM_IDENTITY_INVALID'
  | 'TEAM_NOT_A_MEMBER'
  | 'TEAM_TIMEOUT'
  | 'TOKEN_FILE_INVALID'
  | 'TOKEN_FILE_OPEN'
  | 'TOKEN_PRINCIPAL_INVALID'
  | 'TOO_MANY_SUBSCRIPTIONS'
  | 'URL_NOT_ALLOWED'
  | 'USAGE'
  | 'VAULT_NOT_A_FOLDER'
  | 'VAULT_NOT_FOUND';

/** An error of the MCP server. Its message holds no text of a note. */
export class ServerError<Code extends ServerErrorCode = ServerErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'ServerError';
}

/** An error for arguments that are wrong, with what to pass instead. */
export function usage(message: string, hint: string): ServerError<'USAGE'> {
  return new ServerError(message, { code: 'USAGE', hint });
}
