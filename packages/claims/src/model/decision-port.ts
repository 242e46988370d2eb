import type { ClaimId } from '@memora/core';

/** Decisions that the vault's ledger holds, read before extraction; see `_ledger.md`. */
export interface DecisionPort {
  /** `forget` keeps the claim in history, retracted; `erase` leaves nothing of it. */
  readonly verdictOn: (id: ClaimId) => 'forget' | 'erase' | null;
}
