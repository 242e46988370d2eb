import type { Fact } from './fact.ts';

/**
 * Your storage for facts: a table, a service, a map. It decides nothing about claims, which are made from its facts. Run `factStoreContract` of
 * `@memora/claims/testing` to check an implementation.
 */
export interface FactStore {
  /** Stores all these facts or none; a fact replaces one with the same id. */
  readonly put: (facts: readonly Fact[]) => Promise<void>;
  /** Returns the existing facts with these ids, in any order, in their current state; nothing, and no null, for the others. */
  readonly get: (ids: readonly string[]) => Promise<readonly Fact[]>;
  /** Returns all facts, in any order. */
  readonly list: () => AsyncIterable<Fact> | Iterable<Fact>;
  /** Deletes facts; unknown ids are ignored. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
}
