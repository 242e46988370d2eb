import type { Fetch } from '../egress.ts';
import { askJson } from './ask-json.ts';

/** What an issuer, or whoever is behind an address, says of itself. */
export type Metadata = Readonly<Record<string, unknown>>;

/** The JSON behind an address; null where nothing stands there (404). Throws for any other status, and for what is no object. */
export async function readMetadata(
  send: Fetch,
  url: string,
  longestMs: number,
  signal?: AbortSignal,
): Promise<Metadata | null> {
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const { status, json } = await askJson(send, url, longestMs, { headers, signal: signal ?? null });
  if (status === 404) return null;
  if (status !== 200) throw new Error(`status ${status}`);
  if (typeof json !== 'object' || json === null) throw new Error('no JSON');
  return json as Metadata;
}

/** The metadata of an issuer (OpenID Connect Discovery, else RFC 8414); null where it has none. Whether they are its own is for the caller to see. */
export async function readIssuer(
  send: Fetch,
  issuer: string,
  longestMs: number,
  signal?: AbortSignal,
): Promise<Metadata | null> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return (
    (await readMetadata(send, `${origin}${path}/.well-known/openid-configuration`, longestMs, signal)) ??
    (await readMetadata(send, `${origin}/.well-known/oauth-authorization-server${path}`, longestMs, signal))
  );
}
