import type { GateRefusal, RefusalCode, TeamScope } from '../identify.ts';

/** The answer to a caller: its HTTP status, its OAuth error (RFC 6750), and a sentence. It contains nothing from the request. */
const REFUSALS: Readonly<
  Record<RefusalCode, readonly [status: number, error: string | null, message: string]>
> = {
  TOKEN_MISSING: [401, null, 'a bearer token is needed'],
  TOKEN_MALFORMED: [401, 'invalid_token', 'the bearer token is not valid'],
  TOKEN_IN_QUERY: [
    400,
    'invalid_request',
    'a token is in the query string; send it in the Authorization header',
  ],
  TOKEN_ALGORITHM: [401, 'invalid_token', 'the token is signed in a way that is not accepted here'],
  TOKEN_SIGNATURE: [401, 'invalid_token', 'the signature of the token is wrong'],
  TOKEN_KEY_UNKNOWN: [401, 'invalid_token', 'the issuer has no such key'],
  TOKEN_EXPIRED: [401, 'invalid_token', 'the token has expired'],
  TOKEN_NOT_YET_VALID: [401, 'invalid_token', 'the token is not valid yet'],
  TOKEN_CLAIM_MISSING: [401, 'invalid_token', 'the token does not say who asks, or when it expires'],
  TOKEN_ISSUER: [401, 'invalid_token', 'the token is from another issuer'],
  TOKEN_AUDIENCE: [401, 'invalid_token', 'the token is for another server'],
  TOKEN_KIND: [401, 'invalid_token', 'the token is not a bearer access token'],
  TOKEN_UNKNOWN: [401, 'invalid_token', 'the token is not known here'],
  SCOPE_MISSING: [403, 'insufficient_scope', 'the token lacks a scope'],
  ISSUER_AWAY: [503, null, 'the issuer of tokens does not answer; try again'],
};

const RETRY_SECONDS = 5;

/**
 * The answer for a refusal. `scopes` are those that a client should request; `metadata` is the address of this resource's metadata; null if no issuer is
 * configured.
 */
export function describeRefusal(
  code: RefusalCode,
  metadata: string | null,
  scopes: readonly TeamScope[],
): GateRefusal {
  const [status, error, message] = REFUSALS[code];
  const said = [
    ...(error === null ? [] : [`error="${error}"`, `error_description="${message}"`]),
    ...(status === 400 ? [] : [`scope="${scopes.join(' ')}"`]),
    ...(metadata === null ? [] : [`resource_metadata="${metadata}"`]),
  ];
  return {
    code,
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status === 503
        ? { 'retry-after': String(RETRY_SECONDS) }
        : { 'www-authenticate': `Bearer ${said.join(', ')}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message, data: { code } }, id: null }),
  };
}
