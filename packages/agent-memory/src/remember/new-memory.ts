import type { Band } from '@memora/core';
import type { MemoryKindName } from '../note/memory-kind.ts';

/** A statement to remember. Nothing in it can raise its trust. */
export interface NewMemory {
  /** One statement. */
  readonly content: string;
  /** `fact` by default. */
  readonly kind?: MemoryKindName;
  readonly tags?: readonly string[];
  /** The subject; the memory's folder is named after it. */
  readonly entity?: string;
  /** How long it is valid: a statement for the `moment` is not kept. */
  readonly lasts?: 'moment' | 'project' | 'always';
  /**
   * The speaker according to the caller: `user`, `own_work`, or `tool:` and the source. It can only lower the trust of the memory: `tool:…` has the trust of a
   * tool, and `user` proves nothing.
   */
  readonly saidBy?: string;
  /**
   * Words that state it. If a recorded turn of the session contains them, the memory is based on that turn;
   * otherwise they are stored as the agent's quote.
   */
  readonly quote?: string;
  /** The turn that contains the quote: `t12`, or `<conversation>#t12`; by default the last one that contains it. */
  readonly turn?: string;
  /** ISO 8601. */
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly privacy?: Band;
  /** The id of the memory that it replaces. */
  readonly supersedes?: string;
}
