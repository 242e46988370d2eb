import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { bandCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { fingerprintSpan } from '../../prepare/fingerprint-span.ts';
import { prepareQueryOnce } from '../queries/prepare-query.ts';

/** Compares bytes with the content of a claim's span; a secret claim by its keyed fingerprint. */
export function matchesSpan(
  db: Sqlite.Database,
  id: string,
  bytes: Uint8Array,
  hash: Blake3,
  codec: SecretCodec | undefined,
): boolean {
  const row = prepareQueryOnce(db, 'bytesOfClaim').get(id);
  if (row === undefined) return false;
  return fingerprintSpan(bytes, bandCodes.toName(row.band), hash, codec)?.equals(row.fingerprint) ?? false;
}
