import type { Band } from '@memora/core';
import type { MemoryKind } from './memory-kind.ts';

/** Who wrote a memory. */
export type MemorySource = 'agent' | 'tool' | 'external';

/** Why a memory is in no prompt until a person confirms it. */
export type HeldReason = 'instruction_without_user' | 'injection_pattern' | 'external_instruction';

/** The content of a memory's note: one statement, and the metadata that code wrote. */
export interface MemoryNote {
  /** `mem_` and 12 of `0-9a-z`. */
  readonly id: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly source: MemorySource;
  /** The agent that remembered it. */
  readonly agent: string | null;
  /** The session in which it was remembered. */
  readonly session: string | null;
  /** The turn that it is based on, as a link: `[[<note>#^t12]]`. */
  readonly evidence: string | null;
  /** Further turns that say it, from memories that were merged into this one. */
  readonly further?: readonly string[];
  /** The words of that turn; without evidence, words that the agent quoted and that are in no recorded turn. */
  readonly quote: string | null;
  /** The speaker according to the agent: `user`, `own_work`, `tool:<where>`. */
  readonly saidBy?: string;
  readonly entity: string | null;
  readonly tags: readonly string[];
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** The id of the memory that it replaces. */
  readonly supersedes: string | null;
  /** Further replaced memories that were linked later. */
  readonly furtherReplaced?: readonly string[];
  readonly held: HeldReason | null;
  readonly privacy: Band;
  /** Its id in the store that it came from. */
  readonly original?: string;
  /** Further fields from that store, as JSON. */
  readonly details?: string;
  /** The bridge that it was imported through. */
  readonly bridge?: string;
  /** ISO 8601. */
  readonly created: string;
}
