import type { Fetch } from '../egress.ts';
import { askJson } from './ask-json.ts';

/** The metadata that an issuer or a server publishes. */
export type Metadata = Readonly<Record<string, unknown>>;

/** The answer at an address: the status, and the JSON object, null if there is none. */
async function find(
  send: Fetch,
  url: string,
  longestMs: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly found: Metadata | null }> {
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const { status, json } = await askJson(send, url, longestMs, { headers, signal: signal ?? null });
  const isFound = status === 200 && typeof json === 'object' && json !== null && !Array.isArray(json);
  return { status, found: isFound ? (json as Metadata) : null };
}

/** The JSON object at an address; null for 404. Throws for any other status, and for other JSON. */
export async function readMetadata(
  send: Fetch,
  url: string,
  longestMs: number,
  signal?: AbortSignal,
): Promise<Metadata | null> {
  const { status, found } = await find(send, url, longestMs, signal);
  if (found === null && status !== 404) throw new Error(`no JSON object, status ${status}`);
  return found;
}

/**
 * The metadata of an issuer (OpenID Connect Discovery, otherwise RFC 8414); null if it has none. The caller
 * must check that they are the issuer's own. The second address is tried after any other reply from the first
 * one, because an issuer without OpenID may answer with a page or a refusal.
 */
export async function readIssuer(
  send: Fetch,
  issuer: string,
  longestMs: number,
  signal?: AbortSignal,
): Promise<Metadata | null> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const { found } = await find(send, `${origin}${path}/.well-known/openid-configuration`, longestMs, signal);
  return (
    found ?? readMetadata(send, `${origin}/.well-known/oauth-authorization-server${path}`, longestMs, signal)
  );
}
