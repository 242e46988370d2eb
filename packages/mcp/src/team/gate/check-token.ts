import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Caller, type RefusalCode, TEAM_SCOPES, type TeamScope } from '../identify.ts';
import { IssuerAway } from '../issuer/open-issuer-keys.ts';
import { isName } from './is-name.ts';

/**
 * Signature algorithms whose secret key only the issuer has. Not `none`, and not HMAC, whose key would have
 * to be on this server.
 */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** The type headers of access tokens. Tokens for a logout, an event or a proof have other types. */
const KINDS = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** The allowed difference between the issuer's clock and ours. */
const SKEW_SECONDS = 60;
const MOST_GROUPS = 500;

interface TokenChecks {
  readonly issuer: string;
  readonly audience: string;
  readonly workspace: string;
  readonly workspaceClaim?: string | undefined;
  readonly groupsClaim: string;
  readonly keys: JWTVerifyGetKey;
  readonly now?: () => Date;
}

/** The principal of an issuer's token, or the reason why it is not accepted here. */
export async function checkToken(token: string, checks: TokenChecks): Promise<Caller | RefusalCode> {
  const { issuer, audience, workspaceClaim, groupsClaim, keys, now = () => new Date() } = checks;
  const currentDate = now();
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['exp', 'sub'],
      currentDate,
    });
    if (!KINDS.has((protectedHeader.typ ?? 'JWT').toLowerCase())) return 'TOKEN_KIND';
    // The token is bound to a key of its bearer (RFC 8705, RFC 9449), which a bearer token does not prove.
    if (payload['cnf'] !== undefined) return 'TOKEN_KIND';
    const seconds = currentDate.getTime() / 1000;
    if (payload.iat !== undefined && payload.iat > seconds + SKEW_SECONDS) return 'TOKEN_NOT_YET_VALID';
    const { sub = '', exp = 0 } = payload;
    const workspace = workspaceClaim === undefined ? checks.workspace : payload[workspaceClaim];
    if (!isName(sub) || !isName(workspace)) return 'TOKEN_CLAIM_MISSING';
    return {
      principal: { name: `${issuer}#${sub}`, groups: groupsIn(payload[groupsClaim]) },
      workspace,
      scopes: scopesIn(payload),
      expiresAt: (exp + SKEW_SECONDS) * 1000,
    };
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof IssuerAway) return 'ISSUER_AWAY';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'TOKEN_ALGORITHM';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'TOKEN_SIGNATURE';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'TOKEN_KEY_UNKNOWN';
  if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'TOKEN_ISSUER';
    if (error.claim === 'aud') return 'TOKEN_AUDIENCE';
    if (error.claim === 'nbf' && error.reason === 'check_failed') return 'TOKEN_NOT_YET_VALID';
    return 'TOKEN_CLAIM_MISSING';
  }
  return 'TOKEN_MALFORMED';
}

/** `scope` of RFC 9068, or `scp` of some issuers. */
function scopesIn(payload: JWTPayload): ReadonlySet<TeamScope> {
  const said = [payload['scope'], payload['scp']].flatMap((each) =>
    typeof each === 'string' ? each.split(' ') : Array.isArray(each) ? (each as unknown[]) : [],
  );
  return new Set(TEAM_SCOPES.filter((scope) => said.includes(scope)));
}

/** Groups as an issuer lists them. Anything but a list of names gives no groups: fewer rights, never more. */
function groupsIn(claim: unknown): readonly string[] {
  return Array.isArray(claim) && claim.length <= MOST_GROUPS ? claim.filter(isName) : [];
}
