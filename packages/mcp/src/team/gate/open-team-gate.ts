import { MemoraError } from '@memora/core';
import { createEgress } from '@memora/privacy';
import { isSafeAddress } from '@memora/privacy/internal';
import { ServerError } from '../../protocol/server-error.ts';
import { type Caller, type RefusalCode, TEAM_SCOPES, type TeamGate } from '../identify.ts';
import { openTokenFile } from '../tokens/open-token-file.ts';
import { TOKEN_START, type TokenEntry } from '../tokens/token-file.ts';
import { describeRefusal } from './describe-refusal.ts';
import { readBearer } from './read-bearer.ts';

/** The tokens that a team's server accepts, and for what. */
export interface TeamGateOptions {
  /** The address of this server as its clients write it, with the path. Tokens must be issued for it. */
  readonly audience: string;
  /** The issuer of tokens, exactly as its tokens name it. */
  readonly issuer?: string | undefined;
  /** The workspace of tokens that name none. */
  readonly workspace: string;
  /** The claim that names the caller's workspace: a token without it is refused. By default, every token of the issuer is for `workspace`. */
  readonly workspaceClaim?: string | undefined;
  /** The claim that lists the caller's groups; `groups` by default. */
  readonly groupsClaim?: string | undefined;
  /** A file of hashed tokens. */
  readonly tokenFile?: string | undefined;
  /** Called with codes. */
  readonly log?: ((code: string) => void) | undefined;
  readonly now?: (() => Date) | undefined;
  /** Milliseconds of a monotonic clock, for tests. */
  readonly clock?: (() => number) | undefined;
  readonly longestMs?: number | undefined;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const SILENT_MS = 5_000;
/**
 * The scopes that a client without a token should request: those of a member. Clients register with these
 * scopes, and some issuers can't add any later.
 */
const ASKED_FIRST = ['memora:read', 'memora:write'] as const;

/**
 * Opens the gate of a team's server: an OAuth 2.1 resource server. Sends no request to the issuer before its first token arrives. Throws
 * `TEAM_IDENTITY_INVALID` for untrusted addresses or if nobody could sign in, `TOKEN_FILE_OPEN`, `TOKEN_FILE_INVALID`.
 */
export async function openTeamGate(options: TeamGateOptions): Promise<TeamGate> {
  const { audience, issuer, tokenFile, workspace, now = () => new Date(), log = () => undefined } = options;
  checkOptions(options);
  const tokens = tokenFile === undefined ? null : openTokenFile(tokenFile, (error) => log(codeOf(error)));
  const check = issuer === undefined ? null : await createCheck(issuer, options, now);
  const { origin, pathname } = new URL(audience);
  const path = pathname === '/' ? '' : pathname;
  const metadata = issuer === undefined ? null : `${origin}${WELL_KNOWN}${path}`;

  const callerOf = async (token: string): Promise<Caller | RefusalCode> => {
    if (token.startsWith(TOKEN_START)) {
      const entry = tokens?.find(token) ?? null;
      return entry === null ? 'TOKEN_UNKNOWN' : toCaller(entry, workspace, now());
    }
    return check === null ? 'TOKEN_UNKNOWN' : check(token);
  };
  return {
    identify: async (request) => {
      const bearer = readBearer(request);
      const found = typeof bearer === 'string' ? bearer : await callerOf(bearer.token);
      return typeof found === 'string'
        ? { refusal: describeRefusal(found, metadata, ASKED_FIRST) }
        : { caller: found };
    },
    refuseScope: ({ scopes }, needed) =>
      scopes.has(needed)
        ? null
        : // Includes the scopes that it has: a client requests the listed scopes, and the new token replaces the old one.
          describeRefusal(
            'SCOPE_MISSING',
            metadata,
            TEAM_SCOPES.filter((scope) => scopes.has(scope) || scope === needed),
          ),
    describeResource: (asked) => {
      if (issuer === undefined || (asked !== WELL_KNOWN && asked !== `${WELL_KNOWN}${path}`)) return null;
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          'cache-control': 'public, max-age=300',
          // Public by design; browser clients read it before they have a token.
          'access-control-allow-origin': '*',
        },
        body: JSON.stringify({
          resource: audience,
          authorization_servers: [issuer],
          scopes_supported: TEAM_SCOPES,
          bearer_methods_supported: ['header'],
          resource_name: 'Memora',
        }),
      };
    },
    close: () => undefined,
  };
}

async function createCheck(issuer: string, options: TeamGateOptions, now: () => Date) {
  // `jose` is loaded only if an issuer is configured.
  const [{ checkToken }, { openIssuerKeys }] = await Promise.all([
    import('./check-token.ts'),
    import('../issuer/open-issuer-keys.ts'),
  ]);
  // Configuring an issuer permits requests to it; they carry no text of notes.
  const send = createEgress({
    guard: 'none',
    allowNetwork: true,
    timeoutMs: SILENT_MS,
    connectTimeoutMs: SILENT_MS,
  }).fetch('fetch');
  const { audience, workspace, workspaceClaim, groupsClaim = 'groups', clock, longestMs } = options;
  const keys = openIssuerKeys({ issuer, send, clock, longestMs });
  return (token: string) =>
    checkToken(token, { issuer, audience, workspace, workspaceClaim, groupsClaim, keys, now });
}

function toCaller(entry: TokenEntry, workspace: string, now: Date): Caller | RefusalCode {
  if (entry.expires !== null && entry.expires <= now.getTime()) return 'TOKEN_EXPIRED';
  return {
    principal: { name: entry.principal, groups: entry.groups },
    workspace: entry.workspace ?? workspace,
    scopes: new Set(entry.scopes),
    expiresAt: entry.expires,
  };
}

function checkOptions({ audience, issuer, tokenFile }: TeamGateOptions): void {
  if (issuer === undefined && tokenFile === undefined)
    throw invalid('neither an issuer of tokens nor a token file is named', 'Name one of the two, or both.');
  if (!isSafeAddress(audience))
    throw invalid('the address of this server is not one that clients can trust', HTTPS);
  if (issuer !== undefined && !isSafeAddress(issuer))
    throw invalid('the address of the issuer is not one that can be trusted', HTTPS);
}

const HTTPS = 'Write https:// with host and path; http:// is only for this machine.';

function invalid(message: string, hint: string): ServerError<'TEAM_IDENTITY_INVALID'> {
  return new ServerError(message, { code: 'TEAM_IDENTITY_INVALID', hint });
}

function codeOf(error: unknown): string {
  return MemoraError.isInstance(error) ? error.code : 'TOKEN_FILE_INVALID';
}
