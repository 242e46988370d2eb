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
  /** Words of a turn of this session's conversation that say it. */
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
