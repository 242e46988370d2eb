import type { Fetch } from '../egress.ts';
import { askJson } from './ask-json.ts';

/** What an issuer, or whoever is behind an address, says of itself. */
export type Metadata = Readonly<Record<string, unknown>>;

/** What stands at an address: the status, and the object of JSON, null where there is none. */
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

/** The JSON behind an address; null where nothing stands there (404). Throws for any other status, and for what is no object. */
export async function readMetadata(
  send: Fetch,
  url: string,
  longestMs: number,
  signal?: AbortSignal,
): Promise<Metadata | null> {
  const { status, found } = await find(send, url, longestMs, signal);
  if (found === null && status !== 404) throw new Error(`no object of JSON, status ${status}`);
  return found;
}

/**
 * The metadata of an issuer (OpenID Connect Discovery, else RFC 8414); null where it has none. Whether they are its own is for the caller to see. Whatever an issuer
 * without OpenID answers at the first address (a page, a refusal), the second is asked.
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
