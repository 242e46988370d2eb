import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { toNoteMark } from '../../ledger/claim-mark.ts';
import type { LedgerTarget, ResolveTarget } from '../../ledger/resolve-ledger.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';

/** Goes before a recorded mark that means the claim in the entry's own note alone: it is secret, and was open when it was decided, or the reverse. */
export const IN_ITS_NOTE = '~';

/** A place where a claim stands that a target may mean; `own` where it may in the entry's own note alone. */
interface Place {
  readonly id: ClaimId;
  readonly path: string;
  readonly own: 0 | 1;
}

const PLACES = `SELECT ledger_match.claim AS id, note.path AS path, ledger_match.target LIKE '${IN_ITS_NOTE}%' AS own FROM ledger_match
    JOIN note ON note.key = ledger_match.note AND note.gone_at IS NULL WHERE ledger_match.target IN (?, ?, ?)
  UNION SELECT claim.id, note.path, 0 FROM claim JOIN note ON note.key = claim.note AND note.gone_at IS NULL
    WHERE claim.id = ? AND claim.recorded_until IS NULL
  ORDER BY 2, 1`;

/**
 * Says which claims an entry's claim means now. In the note that the entry names: the claim with its id, else those with its mark. Where
 * that note holds none any more, it was moved or renamed, and every claim with the id or the mark is meant, in whichever note, but for
 * notes that said the same when it was decided: rather too much is taken back than too little. Open claims are meant there by what was
 * decided of open ones, and secret claims by what was decided of secret ones: else their number would tell their words.
 */
export function createTargetResolver(db: Sqlite.Database, codec: SecretCodec | undefined): ResolveTarget {
  return (target) => {
    const { id, mark, verb } = target;
    const places = placesOf(db, target);
    const isNote = (path: string, named: string): boolean =>
      path === named || (named.startsWith('#') && codec !== undefined && named === toNoteMark(codec, path));
    const here = places.filter(({ path }) => mark.note !== null && isNote(path, mark.note));
    const elsewhere = places.filter(({ own }) => own === 0);
    const exact = here.filter((place) => place.id === id);
    const meant =
      here.length > 0
        ? exact.length > 0
          ? exact
          : here
        : elsewhere.filter(({ path }) => !mark.elsewhere.some((named) => isNote(path, named)));
    const ids = new Set(meant.map((place) => place.id));
    // What is history under the id goes with an erasure; nobody else may bear it by now.
    if (
      here.length + elsewhere.length === 0 ||
      (verb === 'erase' && !places.some((place) => place.id === id))
    )
      ids.add(id);
    return [...ids];
  };
}

/** True where the note that the entry names holds the claim: no other place has to be sought. */
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

function placesOf(db: Sqlite.Database, { id, mark }: LedgerTarget): Place[] {
  const named = mark.fingerprint ?? id;
  return prepareOnce<[string, string, string, string], Place>(db, PLACES).all(
    id,
    named,
    IN_ITS_NOTE + named,
    id,
  );
}
