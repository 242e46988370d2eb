import type { ClaimReader, Fact, FactReport, FactStore } from '@memora/claims';
import type { LoadedConfig } from '../config/index.ts';
import type { Memory, OpenMemoryOptions } from '../memory.ts';

/** What {@link openMemory} takes for facts that are in no notes. */
export interface OpenFactMemoryOptions
  extends Omit<OpenMemoryOptions, 'vault' | 'loadConfig' | 'retriever' | 'embedder'>,
    Pick<OpenMemoryOptions, 'retriever'> {
  readonly vault?: undefined;
  /** Where the facts are. */
  readonly store: FactStore;
  /** Where the settings come from; the user's config file and the environment by default. */
  readonly loadConfig?: () => Promise<LoadedConfig>;
  /** Adds vectors to the words by which facts are found; words alone without one. A `retriever` stands in the place of both, and names facts by their ids. */
  readonly embedder?: OpenMemoryOptions['embedder'];
  /** A folder for the log of what is sent. Without one no provider of the settings is asked, and only a `model` of your own answers. */
  readonly folder?: string;
}

/**
 * A memory of facts that a store holds. Claims are made of them in this process and written nowhere; whatever is cited is read from the store again, and hashed,
 * before it is shown. Dispose it to let go of what is kept.
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
  /** The claims of the facts that were read so far: of all of them where there is no `retriever`. */
  readonly claims: ClaimReader;
  /** Puts facts into the store, and brings their claims up to date. Those that can't be put are told of, and the others are put. */
  readonly put: (facts: readonly Fact[]) => Promise<FactReport>;
  /** Removes facts from the store, and their claims. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /**
   * Brings claims in line with the store, which others may write to: those of these facts, or of all. Called by itself before the first question where there is
   * no `retriever`; with one, a question brings in what it finds.
   */
  readonly index: (options?: {
    readonly ids?: readonly string[];
    readonly signal?: AbortSignal;
  }) => Promise<FactReport>;
}
