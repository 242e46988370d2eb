import type { TeamScope } from '../identify.ts';

/** The path of the people's operations, next to that of their agents. */
export const PEOPLE_PATH = '/team';

/** The path to which documents are uploaded. */
export const DOCUMENTS_PATH = '/team/documents';

/** The answer to a person, as JSON. */
export type PersonAnswer =
  | { readonly status: number; readonly body: object }
  /** The token lacks the scope; the caller's answer comes from the gate. */
  | { readonly lacking: TeamScope };

/** The status of HTTP for an error's code. */
export function statusOf(code: string): number {
  if (code === 'TEAM_RIGHTS_MISSING' || code === 'TEAM_NOT_A_MEMBER') return 403;
  if (code === 'NOTE_NOT_FOUND') return 404;
  if (code === 'DOCUMENT_TOO_LARGE') return 413;
  if (['NOTE_CHANGED', 'TEAM_SCOPE_LEFT', 'TEAM_SCOPE_OPEN', 'PUSH_INCOMPLETE'].includes(code)) return 409;
  if (code === 'TEAM_UPLOADS_FULL' || code === 'TEAM_UPLOAD_UNKNOWN') return 409;
  return code === 'TEAM_UNREACHABLE' || code === 'TEAM_BUSY' ? 503 : code === 'INTERNAL' ? 500 : 400;
}
