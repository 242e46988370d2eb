import type { Fact } from './fact.ts';

/**
 * Where an embedder keeps facts: a table, a service, a map. It decides nothing about claims, which are made of what it holds. `factStoreContract` of
 * `@memora/claims/testing` has what it promises, to be run against it.
 */
export interface FactStore {
  /** Keeps these facts, all of them or none; one of the same id takes the place of the one before. */
  readonly put: (facts: readonly Fact[]) => Promise<void>;
  /** Those of these ids that there are, in any order, as they are now. */
  readonly get: (ids: readonly string[]) => Promise<readonly Fact[]>;
  /** All facts, in any order. */
  readonly list: () => AsyncIterable<Fact> | Iterable<Fact>;
  /** Forgets facts; an id that is not there is none of its business. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
}
