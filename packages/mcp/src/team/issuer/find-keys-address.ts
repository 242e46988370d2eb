import type { Fetch } from '@memora/privacy';
import { isSafeAddress, readIssuer } from '@memora/privacy/internal';

/** The address of an issuer's keys, from its own metadata. Throws if it has none, if it names another issuer, or if the keys would be sent unencrypted. */
export async function findKeysAddress(send: Fetch, issuer: string, longestMs: number): Promise<string> {
  const found = await readIssuer(send, issuer, longestMs);
  if (found === null) throw new Error('the issuer has no metadata');
  if (found['issuer'] !== issuer) throw new Error('the metadata is that of another issuer');
  const keys = found['jwks_uri'];
  if (typeof keys !== 'string' || !isSafeAddress(keys, issuer)) throw new Error('the metadata names no keys');
  return keys;
}
