import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/**
 * Returns the notes whose secret claims were written with a key other than this one: the key was lost, or the
 * vault came from elsewhere. They must be read again. A note read since then has no such claims, so checking
 * the oldest row is enough.
 */
export function findForeignSecrets(db: Sqlite.Database, codec: SecretCodec | undefined): ReadonlySet<string> {
  if (codec === undefined) return new Set();
  const isForeign = ({ sealed }: { sealed: Buffer }): boolean => {
    try {
      codec.decrypt(sealed);
      return false;
    } catch {
      return true;
    }
  };
  const oldest = prepareQuery(db, 'oldestSealed').get();
  if (oldest === undefined || !isForeign(oldest)) return new Set();
  const all = prepareQuery(db, 'sealedClaims').all();
  return new Set(all.filter(isForeign).map(({ path }) => path));
}
