import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { toNoteMark } from './claim-mark.ts';
import type { LedgerTarget } from './resolve-ledger.ts';

/** A claim that a target may mean; `own` limits it to the entry's own note. */
export interface TargetPlace {
  readonly id: ClaimId;
  readonly path: string;
  readonly own: 0 | 1;
}

/**
 * Returns the claims that an entry's claim means now, among all places with its id or mark. In the note that the entry names: the claim with
 * its id, else those with its mark. If that note has none left, it was moved or renamed, and every claim with the id or mark is meant, in any
 * note except those that said the same at the time: it is safer to retract too much than too little. Decisions about open claims apply only
 * to open claims there, and decisions about secret claims only to secret ones; otherwise their number would reveal their words.
 */
export function meantBy(
  { id, mark, verb }: LedgerTarget,
  places: readonly TargetPlace[],
  codec: SecretCodec | undefined,
): ClaimId[] {
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
  // An erasure also removes history under the id, if no other claim has the id now.
  if (here.length + elsewhere.length === 0 || (verb === 'erase' && !places.some((place) => place.id === id)))
    ids.add(id);
  return [...ids];
}
