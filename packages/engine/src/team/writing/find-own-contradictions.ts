import { type ConflictReason, createContradictionJudge, type PredicateValues } from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';
import { readShownPath } from '@memora/postgres';
import type { Hit } from '@memora/retrieval';

/** One of the member's own claims that contradicts a shared one. */
export interface OwnContradiction {
  /** The shared claim. */
  readonly claim: ClaimId;
  /** One's own. */
  readonly by: ClaimId;
  readonly reason: ConflictReason;
}

/** Compares each own hit with each shared one. Secret claims are left out, because a contradiction would reveal their content. */
export function findOwnContradictions(
  hits: readonly Hit[],
  predicates: PredicateValues,
): readonly OwnContradiction[] {
  const stated = hits.filter(
    ({ claim }) =>
      claim.assertion === 'asserted' &&
      claim.band !== 'secret' &&
      claim.active &&
      claim.status !== 'retracted' &&
      claim.status !== 'superseded',
  );
  const { own = [], shared = [] } = Object.groupBy(stated, ({ claim }) =>
    readShownPath(claim.notePath).kind === 'user' ? 'own' : 'shared',
  );
  if (own.length === 0 || shared.length === 0) return [];
  const judge = createContradictionJudge(predicates);
  const read = ({ claim, snippet }: Hit) => judge.read(claim, snippet) ?? [];
  const mine = own.flatMap(read);
  return shared.flatMap(read).flatMap((theirs) =>
    mine.flatMap((each) => {
      const reason = judge.between(theirs, each);
      return reason === null ? [] : [{ claim: theirs.claim.id, by: each.claim.id, reason }];
    }),
  );
}
