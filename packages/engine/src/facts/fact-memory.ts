import type { ClaimReader, Fact, FactReport, FactStore } from '@memora/claims';
import type { LoadedConfig } from '../config/index.ts';
import type { Memory, OpenMemoryOptions } from '../memory.ts';

/** The options of {@link openMemory} for facts outside notes. */
export interface OpenFactMemoryOptions
  extends Omit<OpenMemoryOptions, 'vault' | 'loadConfig' | 'retriever' | 'embedder'>,
    Pick<OpenMemoryOptions, 'retriever'> {
  readonly vault?: undefined;
  /** The store of the facts. */
  readonly store: FactStore;
  /** Loads the settings; by default from the user's config file and the environment. */
  readonly loadConfig?: () => Promise<LoadedConfig>;
  /**
   * Adds vectors to the word search of facts. Without it, facts are found by their words alone. A `retriever`
   * replaces both, and returns fact ids.
   */
  readonly embedder?: OpenMemoryOptions['embedder'];
  /** A folder for the egress log. Without it, only your own `model` is used and no provider from the settings. */
  readonly folder?: string;
}

/**
 * A memory of facts in a store. Their claims are made in this process and never written; everything that is cited is read from the store again, and hashed,
 * before it is shown. Dispose it to release its caches.
 */
export interface FactMemory
  extends Pick<
      Memory,
      | 'query'
      | 'passages'
      | 'ask'
      | 'prompt'
      | 'verify'
      | 'verifyStream'
      | 'judge'
      | 'guard'
      | 'settings'
      | 'close'
    >,
    AsyncDisposable {
  /** The claims of the facts that were read so far: of all facts if there is no `retriever`. */
  readonly claims: ClaimReader;
  /** Writes facts to the store, and updates their claims. Facts that can't be written are reported, and the others are written. */
  readonly put: (facts: readonly Fact[]) => Promise<FactReport>;
  /** Removes facts from the store, and their claims. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /**
   * Updates claims from the store, which others may write to: of these facts, or of all. Called automatically before the first question if there is no
   * `retriever`; with one, each question adds the facts that it finds.
   */
  readonly index: (options?: {
    readonly ids?: readonly string[];
    readonly signal?: AbortSignal;
  }) => Promise<FactReport>;
}
