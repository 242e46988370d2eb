import type { TeamScope } from '../identify.ts';

/** The path at which people keep a team, beside that of their agents. */
export const PEOPLE_PATH = '/team';

/** What a person is answered, as JSON. */
export type PersonAnswer =
  | { readonly status: number; readonly body: object }
  /** The token does not allow it: whoever asked for the gate says so. */
  | { readonly lacking: TeamScope };
