import { MemoraError } from '@memora/core';

/** The error codes of a team's database. */
export type TeamErrorCode =
  | 'TEAM_ADDRESS_INVALID'
  | 'TEAM_NETWORK_REFUSED'
  | 'TEAM_PASSWORD_IN_CONFIG'
  | 'TEAM_UNREACHABLE'
  | 'TEAM_LOGIN_REFUSED'
  | 'TEAM_LOGIN_TOO_STRONG'
  | 'TEAM_RIGHTS_MISSING'
  | 'TEAM_POLICIES_ALTERED'
  | 'TEAM_NOT_INITIALISED'
  | 'TEAM_TOO_MANY_SCOPES'
  | 'TEAM_SCHEMA_NEWER'
  | 'TEAM_SCHEMA_OLDER'
  | 'TEAM_SERVER_TOO_OLD'
  | 'TEAM_BUSY'
  | 'TEAM_TIMEOUT'
  | 'TEAM_READ_ONLY'
  | 'TEAM_DISK_FULL'
  | 'TEAM_QUOTA'
  | 'TEAM_UPLOADS_FULL'
  | 'TEAM_UPLOAD_UNKNOWN'
  | 'DOCUMENT_TOO_LARGE'
  | 'DOCUMENT_EMPTY'
  | 'TEAM_CONFLICT'
  | 'TEAM_LOCKED'
  | 'TEAM_NOT_A_MEMBER'
  | 'TEAM_SCOPE_UNKNOWN'
  | 'TEAM_SCOPE_LEFT'
  | 'TEAM_SCOPE_OPEN'
  | 'TEAM_GROUP_INVALID'
  | 'TEAM_FENCED'
  | 'TEAM_SCOPE_HELD'
  | 'TEAM_BLOB_ALTERED'
  | 'TEAM_KEY_MISSING'
  | 'TEAM_KEY_OTHER'
  | 'TEAM_SIGNING_KEY_MISSING'
  | 'TEAM_CONTEXT_REFUSED'
  | 'TEAM_FAILED'
  | 'CALL_KEY_REUSED'
  | 'CURSOR_INVALID'
  | 'EMBEDDER_CHANGED'
  | 'EMBEDDER_NOT_CHOSEN'
  | 'EMBEDDER_UNKNOWN'
  | 'VECTORS_EXTENSION_MISSING'
  | 'VECTORS_INCOMPLETE'
  | 'VECTORS_NOT_INDEXED'
  | 'VECTORS_NOT_READY'
  | 'NOTE_CHANGED'
  | 'NOTE_ERASED'
  | 'NOTE_NOT_FOUND'
  | 'NOTE_PATH_INVALID'
  | 'PUSH_INCOMPLETE'
  | 'PUSH_TOO_LARGE';

/** An error of a team's database. Its message contains codes, paths and numbers, never text of a note. */
export class TeamError<Code extends TeamErrorCode = TeamErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'TeamError';
}

export function teamError(
  code: TeamErrorCode,
  message: string,
  hint: string,
  cause?: unknown,
): TeamError<TeamErrorCode> {
  return new TeamError(message, { code, hint, cause });
}
