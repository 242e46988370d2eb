import type { SqliteClaimStore } from '@memora/claims';
import type { StoreHandle } from '../../store/store-handle.ts';

/** The data of the store about the ledger's claims. */
export interface LedgerPorts {
  /** Which claims the entries mean now. */
  readonly resolveLedger: SqliteClaimStore['resolveLedger'];
  /** By what claims are known again once their ids are others. */
  readonly markClaims: SqliteClaimStore['markClaims'];
}

/** The ledger's ports over a store: reading takes no key, marking does. */
export function createLedgerPorts(store: StoreHandle): LedgerPorts {
  return {
    resolveLedger: async (entries) => (await store.read()).resolveLedger(entries),
    markClaims: async (verb, ids) => (await store.readWithKey()).markClaims(verb, ids),
  };
}
