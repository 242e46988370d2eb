import type { ClaimId } from '@memora/core';
import type { LedgerEntry, LedgerMark, LedgerVerb } from './parse-ledger.ts';

/** A claim of an entry, with the entry's data about it. */
export interface LedgerTarget {
  readonly id: ClaimId;
  readonly mark: LedgerMark;
  readonly verb: LedgerVerb;
}

/** Returns the claims that a target means now; a claim without a mark is matched by its id alone. */
export type ResolveTarget = (target: LedgerTarget) => readonly ClaimId[];

/** Returns the entries with the claims that they mean now in place of the ones they name. An entry without any such claim is left out. */
export function resolveLedger(entries: readonly LedgerEntry[], resolve: ResolveTarget): LedgerEntry[] {
  return entries.flatMap((entry) => {
    const { marks, ...rest } = entry;
    if (marks === undefined) return [entry];
    const meant = entry.claimIds.map((id, i) => {
      const mark = marks[i] ?? null;
      return mark === null ? [id] : resolve({ id, mark, verb: entry.verb });
    });
    if (entry.verb === 'forget' || entry.verb === 'erase') {
      const claimIds = meant.flat();
      return claimIds.length === 0 ? [] : [{ ...rest, claimIds }];
    }
    // The first of the others is paired with each of the rest.
    const [firsts = [], ...others] = meant;
    return firsts.map((first) => ({ ...rest, claimIds: [first, ...others.flat()] }));
  });
}

/** Returns every marked claim of the entries, in order. */
export function markedTargets(entries: readonly LedgerEntry[]): LedgerTarget[] {
  return entries.flatMap(({ verb, claimIds, marks }) =>
    claimIds.flatMap((id, i) => {
      const mark = marks?.[i] ?? null;
      return mark === null ? [] : [{ id, mark, verb }];
    }),
  );
}
