import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@memora/postgres';

/**
 * The rights that a token can have: ask, write notes as its principal, and administer. A token has only the
 * scopes that it names.
 */
export const TEAM_SCOPES = ['memora:read', 'memora:write', 'memora:admin'] as const;
export type TeamScope = (typeof TEAM_SCOPES)[number];

/** The caller of a valid token. */
export interface Caller {
  /** `name` is `<issuer>#<subject>` for a token of an issuer, or the name in the token file. */
  readonly principal: Principal;
  /** The workspace of the token, which gives no access to any other. */
  readonly workspace: string;
  readonly scopes: ReadonlySet<TeamScope>;
  /** When the token expires, in milliseconds since 1970; a stream that it opened ends then. Null if it does not expire. */
  readonly expiresAt: number | null;
}

/** A person in a workspace. The same name in another workspace is a different person. */
export type Person = Pick<Caller, 'principal' | 'workspace'>;

/** The key by which a server distinguishes people. */
export function keyOf({ workspace, principal }: Person): string {
  return JSON.stringify([workspace, principal.name]);
}

/** Why a caller is refused, for the log: only codes, nothing from the request. */
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

/** A complete HTTP answer, to be sent unchanged. */
export interface GateAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer with JSON that no cache keeps. */
export function toJson({ status, body }: { readonly status: number; readonly body: object }): GateAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

/** A refusal: 400, 401, 403 or 503. */
export interface GateRefusal extends GateAnswer {
  readonly code: RefusalCode;
}

/** The parts of a request that identify the caller. The body is never read for that. */
export interface GateRequest {
  /** The path with its query, as in `IncomingMessage.url`. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** As in `IncomingMessage.rawHeaders`; a duplicate header is refused. */
  readonly rawHeaders?: readonly string[];
}

/** Checks the requests of a team's server against the tokens that it accepts. Issues no token, and forwards none. */
export interface TeamGate {
  /** The caller; a refusal if the token is missing, invalid, or can't be checked now. Never throws. */
  readonly identify: (
    request: GateRequest,
  ) => Promise<
    | { readonly caller: Caller; readonly refusal?: undefined }
    | { readonly caller?: undefined; readonly refusal: GateRefusal }
  >;
  /** The answer to a caller whose token lacks a scope: 403 with `insufficient_scope`. Null if the token has it. */
  readonly refuseScope: (caller: Caller, needed: TeamScope) => GateRefusal | null;
  /** The answer to a request for the metadata of this resource (RFC 9728); null for any other path. Needs no token. */
  readonly describeResource: (path: string) => GateAnswer | null;
  readonly close: () => void;
}
