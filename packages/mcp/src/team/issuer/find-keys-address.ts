import type { Fetch } from '@memora/privacy';
import { isSafeAddress } from '../gate/check-address.ts';
import { readBounded } from './read-bounded.ts';

/**
 * Where an issuer publishes its keys, by its own metadata (OpenID Connect Discovery, else RFC 8414). Throws where it has none, where it names
 * another issuer, and where the keys would come over an open line.
 */
export async function findKeysAddress(send: Fetch, issuer: string, longestMs: number): Promise<string> {
  for (const address of metadataAddresses(issuer)) {
    const found = await readBounded(send, address, longestMs);
    if (found === null) continue;
    const { issuer: named, jwks_uri: keys } = found as { issuer?: unknown; jwks_uri?: unknown };
    if (named !== issuer) throw new Error('the metadata is that of another issuer');
    if (typeof keys !== 'string' || !isSafeAddress(keys, issuer))
      throw new Error('the metadata names no keys');
    return keys;
  }
  throw new Error('the issuer has no metadata');
}

function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/u, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}
