import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { toNoteMark } from './claim-mark.ts';
import type { LedgerTarget } from './resolve-ledger.ts';

/** A place where a claim stands that a target may mean; `own` where it may in the entry's own note alone. */
export interface TargetPlace {
  readonly id: ClaimId;
  readonly path: string;
  readonly own: 0 | 1;
}

/**
 * The claims that an entry's claim means now, of all places that bear its id or its mark. In the note that the entry names: the claim with its
 * id, else those with its mark. Where that note holds none any more, it was moved or renamed, and every claim with the id or the mark is meant,
 * in whichever note, but for notes that said the same when it was decided: rather too much is taken back than too little. Open claims are meant
 * there by what was decided of open ones, and secret claims by what was decided of secret ones: else their number would tell their words.
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
  // What is history under the id goes with an erasure; nobody else may bear it by now.
  if (here.length + elsewhere.length === 0 || (verb === 'erase' && !places.some((place) => place.id === id)))
    ids.add(id);
  return [...ids];
}
