import type { TeamScope } from '../identify.ts';

/** The path of the people's operations, next to that of their agents. */
export const PEOPLE_PATH = '/team';

/** The answer to a person, as JSON. */
export type PersonAnswer =
  | { readonly status: number; readonly body: object }
  /** The token lacks the scope; the caller's answer comes from the gate. */
  | { readonly lacking: TeamScope };
