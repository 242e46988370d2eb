import type { Fetch } from '@memora/privacy';
import { isSafeAddress, readIssuer } from '@memora/privacy/internal';

/**
 * Where an issuer publishes its keys, by its own metadata. Throws where it has none, where it names another issuer, and where the keys would come
 * over an open line.
 */
export async function findKeysAddress(send: Fetch, issuer: string, longestMs: number): Promise<string> {
  const found = await readIssuer(send, issuer, longestMs);
  if (found === null) throw new Error('the issuer has no metadata');
  if (found['issuer'] !== issuer) throw new Error('the metadata is that of another issuer');
  const keys = found['jwks_uri'];
  if (typeof keys !== 'string' || !isSafeAddress(keys, issuer)) throw new Error('the metadata names no keys');
  return keys;
}
