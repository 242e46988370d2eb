import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';

const SEALED = `SELECT note.path AS path, claim.sealed AS sealed FROM claim JOIN note ON note.key = claim.note
  WHERE claim.sealed IS NOT NULL AND claim.recorded_until IS NULL`;

/**
 * Returns the notes whose secret claims were written with another key than this one: the key was lost, or the vault came from elsewhere. They must be read
 * again. A note read since then has none of them, so checking the oldest row is enough.
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
  const oldest = db
    .prepare<[], { path: string; sealed: Buffer }>(`${SEALED} ORDER BY claim.key LIMIT 1`)
    .get();
  if (oldest === undefined || !isForeign(oldest)) return new Set();
  const all = db.prepare<[], { path: string; sealed: Buffer }>(SEALED).all();
  return new Set(all.filter(isForeign).map(({ path }) => path));
}
