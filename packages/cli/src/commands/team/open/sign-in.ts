import { setTimeout as wait } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import { askJson, isSafeAddress, type Metadata, readIssuer, readMetadata } from '@memora/privacy/internal';
import type { KeptLogin, Tokens } from './kept-login.ts';

/** The address to open on any device, and the code to enter there. */
interface ShownCode {
  readonly address: string;
  readonly code: string;
}

interface SignInOptions {
  readonly send: Fetch;
  /** The address of the team server. */
  readonly server: URL;
  readonly clientId: string;
  readonly show: (shown: ShownCode) => void;
  readonly signal: AbortSignal;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Timeout for one answer of an issuer, in milliseconds. */
const LONGEST_MS = 30_000;
/** The number of retries if an issuer is down, and the delay in milliseconds. */
const [TRIES, AGAIN_MS] = [3, 1_000];
/**
 * Three durations in seconds: between two requests if the issuer names none, the increase after `slow_down`
 * (RFC 8628, §3.5), and the minimum.
 */
const [BETWEEN_S, SLOWER_S, LEAST_S] = [5, 5, 1];

interface Issuer {
  readonly tokens: URL;
  readonly device: URL;
  /** The server's identifier in its tokens. */
  readonly resource: string;
  readonly scope: string;
}

/**
 * Signs a person in with the issuer of the team server, by the device flow of OAuth 2.0 (RFC 8628). The issuer, its addresses and the resource come from their
 * own metadata (RFC 9728, OpenID Connect Discovery). No text of a note is sent. Throws `TEAM_LOGIN_REFUSED`.
 */
export async function signIn({ send, server, clientId, show, signal }: SignInOptions): Promise<KeptLogin> {
  const issuer = await findIssuer(send, server, signal);
  const { resource, scope } = issuer;
  const begun = await post(send, issuer.device, { client_id: clientId, scope, resource }, signal);
  const [device, code, address] = ['device_code', 'user_code', 'verification_uri'].map((name) => begun[name]);
  if (typeof device !== 'string' || typeof code !== 'string' || typeof address !== 'string')
    throw refused(
      begun['error'],
      'Ask the administrator of the issuer whether the client may use the device flow.',
    );
  toAddress(address);
  show({ address, code });
  const until = performance.now() + (Number(begun['expires_in']) || 600) * 1_000;
  let between = Math.max(LEAST_S, Number(begun['interval']) || BETWEEN_S);
  let away: unknown = null;
  while (performance.now() < until) {
    await wait(between * 1_000, undefined, { signal });
    const form = { grant_type: DEVICE_GRANT, device_code: device, client_id: clientId, resource };
    away = null;
    const answer = await post(send, issuer.tokens, form, signal).catch((thrown: unknown): Metadata => {
      if (!MemoraError.isInstance(thrown, 'OUTBOUND_FAILED', 'OUTBOUND_TIMEOUT')) throw thrown;
      // An unreachable issuer has not refused the sign-in: the code that the person entered is still valid.
      away = thrown;
      return { error: 'authorization_pending' };
    });
    const { error } = answer;
    if (error === 'slow_down') between += SLOWER_S;
    else if (error !== 'authorization_pending')
      return {
        ...toTokens(answer, null),
        ...{ server: server.origin, tokenEndpoint: issuer.tokens.href, clientId, resource },
      };
  }
  if (away !== null) throw away;
  throw refused('expired_token', 'Run `memora team login` again, and enter the code while it is valid.');
}

/** New tokens for a login. Throws `TEAM_LOGIN_REFUSED` if the issuer refuses to give any. */
export async function refresh(send: Fetch, login: KeptLogin, signal: AbortSignal): Promise<Tokens> {
  const { refreshToken, tokenEndpoint, clientId, resource } = login;
  if (refreshToken === null) throw refused('expired_token', AGAIN);
  const form = {
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
    ...{ client_id: clientId, resource },
  };
  return toTokens(await post(send, toAddress(tokenEndpoint), form, signal), refreshToken);
}

const AGAIN = 'Run `memora team login` again.';

async function findIssuer(send: Fetch, server: URL, signal: AbortSignal): Promise<Issuer> {
  const place = new URL('/.well-known/oauth-protected-resource', server);
  const described = await read(readMetadata, send, place.href, signal);
  const { resource, authorization_servers: servers, scopes_supported: scopes } = described ?? {};
  const [named] = Array.isArray(servers) ? (servers as unknown[]) : [];
  if (typeof resource !== 'string' || typeof named !== 'string')
    throw new MemoraError('the team server names no issuer to sign in with', {
      code: 'TEAM_LOGIN_REFUSED',
      hint: 'Ask your administrator for a token (`memora team token add`), and set MEMORA_TEAM_TOKEN.',
    });
  // A token for another resource is of no use.
  if (URL.parse(resource)?.origin !== server.origin)
    throw refused('another-resource', 'Write the address of the team server as its issuer knows it.');
  const found = await read(readIssuer, send, toAddress(named).href, signal);
  if (found === null) throw refused('no-metadata', 'Ask the administrator of the issuer for its address.');
  const { issuer, token_endpoint: tokens, device_authorization_endpoint: device } = found;
  if (issuer !== named) throw refused('another-issuer', AGAIN);
  if (typeof tokens !== 'string' || typeof device !== 'string')
    throw refused('unsupported_grant_type', 'The issuer has no device flow: use a token of its own.');
  const asked = Array.isArray(scopes) ? (scopes as unknown[]).map(String) : [];
  return {
    ...{ tokens: toAddress(tokens), device: toAddress(device), resource },
    scope: [...asked, 'offline_access'].join(' '),
  };
}

/** Tokens are sent only over TLS or to this machine. */
function toAddress(text: string): URL {
  if (isSafeAddress(text)) return new URL(text);
  throw refused('an-open-line', 'The issuer must be reached over https://.');
}

/** The document at an address; null if it is missing or unreadable. */
async function read(
  how: typeof readMetadata,
  send: Fetch,
  url: string,
  signal: AbortSignal,
): Promise<Metadata | null> {
  try {
    return await how(send, url, LONGEST_MS, signal);
  } catch (error) {
    // The egress describes its own errors, and a person may have cancelled.
    if (MemoraError.isInstance(error)) throw error;
    signal.throwIfAborted();
    return null;
  }
}

/**
 * The answer, including errors of the issuer. If the issuer is down, the request is repeated. A refresh token
 * can be used only once, so its request is repeated only after a 503, which means that it was not used.
 * Throws `OUTBOUND_FAILED` if the issuer stays down.
 */
async function post(
  send: Fetch,
  url: URL,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Metadata> {
  for (let left = TRIES; ; left--) {
    const { status, json } = await askJson(send, url.href, LONGEST_MS, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal,
    });
    if (status < 500) return (json ?? { error: `status ${status}` }) as Metadata;
    if (left === 1 || ('refresh_token' in form && status !== 503))
      throw new MemoraError(`the issuer is down (status ${status})`, {
        code: 'OUTBOUND_FAILED',
        hint: 'Run the command again in a moment.',
      });
    await wait(AGAIN_MS, undefined, { signal });
  }
}

function toTokens(answer: Metadata, before: string | null): Tokens {
  const { access_token: token, refresh_token: next, expires_in: seconds, token_type: type } = answer;
  if (typeof token !== 'string' || String(type).toLowerCase() !== 'bearer')
    throw refused(answer['error'], AGAIN);
  return {
    accessToken: token,
    refreshToken: typeof next === 'string' ? next : before,
    endsAt: Date.now() + (Number(seconds) || 300) * 1_000,
  };
}

/** The known error codes: those of RFC 6749, RFC 8628 and RFC 8707, and Memora's own. */
const TOLD = new Set(
  `access_denied expired_token invalid_client invalid_grant invalid_request invalid_scope invalid_target unauthorized_client unsupported_grant_type
  another-resource another-issuer no-metadata an-open-line`
    .replaceAll('\n', ' ')
    .split(' '),
);

/** An error with the issuer's code and nothing else from its answer. */
function refused(error: unknown, hint: string): MemoraError {
  const said = typeof error === 'string' && TOLD.has(error) ? error : 'unknown error';
  return new MemoraError(`the issuer gave no token (${said})`, { code: 'TEAM_LOGIN_REFUSED', hint });
}
