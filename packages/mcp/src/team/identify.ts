import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@memora/postgres';

/** What a token may do: ask, write notes as its principal, and what is for administrators. A token has those it names, no others. */
export const TEAM_SCOPES = ['memora:read', 'memora:write', 'memora:admin'] as const;
export type TeamScope = (typeof TEAM_SCOPES)[number];

/** Who asks, as a valid token says it. */
export interface Caller {
  /** `name` is `<issuer>#<subject>` of a token of an issuer, or the name in the token file. */
  readonly principal: Principal;
  /** The one that the token belongs to: nothing of another is reached with it. */
  readonly workspace: string;
  readonly scopes: ReadonlySet<TeamScope>;
  /** Until when the token holds, in milliseconds since 1970; a stream that it opened ends then. Null where it has no end. */
  readonly expiresAt: number | null;
}

/** Somebody in a workspace. Whoever bears the same name in another one is somebody else. */
export type Person = Pick<Caller, 'principal' | 'workspace'>;

/** By which a server tells people apart. */
export function keyOf({ workspace, principal }: Person): string {
  return JSON.stringify([workspace, principal.name]);
}

/** Why a caller is refused, for the log: codes only, nothing that a request says. */
export type RefusalCode =
  | 'TOKEN_MISSING'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_IN_QUERY'
  | 'TOKEN_ALGORITHM'
  | 'TOKEN_SIGNATURE'
  | 'TOKEN_KEY_UNKNOWN'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  | 'TOKEN_CLAIM_MISSING'
  | 'TOKEN_ISSUER'
  | 'TOKEN_AUDIENCE'
  | 'TOKEN_KIND'
  | 'TOKEN_UNKNOWN'
  | 'SCOPE_MISSING'
  | 'ISSUER_AWAY';

/** A whole answer of HTTP, to be sent as it is. */
export interface GateAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer that says no: 400, 401, 403 or 503. */
export interface GateRefusal extends GateAnswer {
  readonly code: RefusalCode;
}

/** What of a request says who asks. Its body is never read for it. */
export interface GateRequest {
  /** The path with its query, as in `IncomingMessage.url`. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** As in `IncomingMessage.rawHeaders`; a header that stands there twice is refused. */
  readonly rawHeaders?: readonly string[];
}

/** Holds the requests of a team's server against the tokens that it accepts. Issues no token, and passes none on. */
export interface TeamGate {
  /** Who asks; a refusal where the token is missing, says nothing that is valid here, or can't be checked now. Never throws. */
  readonly identify: (
    request: GateRequest,
  ) => Promise<
    | { readonly caller: Caller; readonly refusal?: undefined }
    | { readonly caller?: undefined; readonly refusal: GateRefusal }
  >;
  /** What a caller is told whose token lacks a scope: 403 with `insufficient_scope`. Null where the token has it. */
  readonly refuseScope: (caller: Caller, needed: TeamScope) => GateRefusal | null;
  /** The answer to a request for the metadata of this resource (RFC 9728); null for any other path. Needs no token. */
  readonly describeResource: (path: string) => GateAnswer | null;
  readonly close: () => void;
}
