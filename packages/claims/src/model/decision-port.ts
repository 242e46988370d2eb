import type { ClaimId } from '@memora/core';

/** The decisions of the vault's ledger, read before extraction; see `_ledger.md`. */
export interface DecisionPort {
  /** `forget` keeps the claim in history as retracted; `erase` leaves nothing of it. */
  readonly verdictOn: (id: ClaimId) => 'forget' | 'erase' | null;
}
