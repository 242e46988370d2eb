import type { SqliteClaimStore } from '@memora/claims';
import type { StoreHandle } from '../../store/store-handle.ts';

/** The data of the store about the ledger's claims. */
export interface LedgerPorts {
  /** The claims that the entries currently refer to. */
  readonly resolveLedger: SqliteClaimStore['resolveLedger'];
  /** Recognises claims after their ids have changed. */
  readonly markClaims: SqliteClaimStore['markClaims'];
}

/** The ledger's dependencies on a store. Reading needs no key; marking does. */
export function createLedgerPorts(store: StoreHandle): LedgerPorts {
  return {
    resolveLedger: async (entries) => (await store.read()).resolveLedger(entries),
    markClaims: async (verb, ids) => (await store.readWithKey()).markClaims(verb, ids),
  };
}
