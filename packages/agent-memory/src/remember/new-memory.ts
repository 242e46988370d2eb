import type { Band } from '@memora/core';
import type { MemoryKindName } from '../note/memory-kind.ts';

/** What is to be remembered. Nothing in it sets how far it is trusted. */
export interface NewMemory {
  /** One statement. */
  readonly content: string;
  /** `fact` by default. */
  readonly kind?: MemoryKindName;
  readonly tags?: readonly string[];
  /** What it is about: the folder it stands in is named after it. */
  readonly entity?: string;
  /** How long it is so: what is so for a `moment` is not kept. */
  readonly lasts?: 'moment' | 'project' | 'always';
  /**
   * Whose word it is, by the account of whoever saves it: `user`, `own_work`, or `tool:` and where it was read. It may only lower how far the memory is trusted:
   * `tool:…` is worth what a tool says, and `user` is no proof.
   */
  readonly saidBy?: string;
  /** Words that say it. Where a recorded turn of the session holds them, the memory rests on that turn; else they are kept as the agent's quote. */
  readonly quote?: string;
  /** The turn that holds the quote: `t12`, or `<conversation>#t12`; the last one that holds it without this. */
  readonly turn?: string;
  /** ISO 8601. */
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly privacy?: Band;
  /** The id of the memory that it replaces. */
  readonly supersedes?: string;
}
