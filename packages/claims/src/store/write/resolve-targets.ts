import type { SecretCodec } from '@memora/privacy';
import { toNoteMark } from '../../ledger/claim-mark.ts';
import { meantBy, type TargetPlace } from '../../ledger/meant-by-target.ts';
import type { LedgerTarget, ResolveTarget } from '../../ledger/resolve-ledger.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQueryOnce } from '../queries/prepare-query.ts';

/** Prefix of a recorded mark that means the claim only in the entry's own note: it is secret and was open when it was decided, or the reverse. */
export const IN_ITS_NOTE = '~';

/** Creates a function that returns the claims that an entry's claim means now, over all notes of a store. */
export function createTargetResolver(db: Sqlite.Database, codec: SecretCodec | undefined): ResolveTarget {
  return (target) => meantBy(target, placesOf(db, target), codec);
}

/** True if the note that the entry names contains the claim: no other place needs to be searched. */
export function isInItsNote(
  db: Sqlite.Database,
  codec: SecretCodec | undefined,
  target: LedgerTarget,
): boolean {
  const { note } = target.mark;
  return placesOf(db, target).some(
    ({ path }) => path === note || (codec !== undefined && note === toNoteMark(codec, path)),
  );
}

function placesOf(db: Sqlite.Database, { id, mark }: LedgerTarget): TargetPlace[] {
  const named = mark.fingerprint ?? id;
  return prepareQueryOnce(db, 'placesOfTarget').all(id, named, IN_ITS_NOTE + named, id) as TargetPlace[];
}
