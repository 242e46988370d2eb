import type { ClaimId } from '@memora/core';
import type { DecisionPort } from '../model/decision-port.ts';
import type { ConflictDecisions } from '../relate/resolve-conflicts.ts';
import type { LedgerEntry } from './parse-ledger.ts';

/** The decisions of the ledger, in the form that each pass needs. */
export interface LedgerDecisions extends DecisionPort {
  /** The entries that were summed up. */
  readonly entries: readonly LedgerEntry[];
  readonly conflicts: ConflictDecisions;
  /** For each derived claim that a person re-validated: the invalid sources that were accepted. */
  readonly revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>;
  readonly forgotten: ReadonlySet<ClaimId>;
  /** The forgotten claims that must leave no row behind either. */
  readonly erased: ReadonlySet<ClaimId>;
  /** Every claim that an entry names. */
  readonly named: ReadonlySet<ClaimId>;
}

/** Sums up the entries of a ledger. If two entries decide about the same claim, the later one in the file wins. */
export function toLedgerDecisions(entries: readonly LedgerEntry[]): LedgerDecisions {
  const verdicts = new Map<ClaimId, 'forget' | 'erase'>();
  const resolved: { winner: ClaimId; loser: ClaimId; time: string }[] = [];
  const acknowledged: [ClaimId, ClaimId][] = [];
  const revalidated = new Map<ClaimId, Set<ClaimId>>();
  for (const { verb, claimIds, time } of entries) {
    if (claimIds.length === 0) continue;
    const [first, ...others] = claimIds as readonly [ClaimId, ...ClaimId[]];
    if (verb === 'forget' || verb === 'erase') for (const id of claimIds) verdicts.set(id, verb);
    else if (verb === 'resolve') for (const loser of others) resolved.push({ winner: first, loser, time });
    else if (verb === 'acknowledge') for (const other of others) acknowledged.push([first, other]);
    else if (verb === 'restore') for (const id of claimIds) verdicts.delete(id);
    else if (verb === 'revalidate')
      revalidated.set(first, new Set([...(revalidated.get(first) ?? []), ...others]));
  }
  return {
    entries,
    verdictOn: (id) => verdicts.get(id) ?? null,
    conflicts: { resolved, acknowledged },
    revalidated,
    forgotten: new Set(verdicts.keys()),
    erased: new Set([...verdicts].flatMap(([id, verdict]) => (verdict === 'erase' ? [id] : []))),
    named: new Set(entries.flatMap(({ claimIds }) => claimIds)),
  };
}
