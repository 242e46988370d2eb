import type { Band } from '@memora/core';
import type { MemoryKind } from './memory-kind.ts';

/** Who wrote a memory. */
export type MemorySource = 'agent' | 'tool' | 'external';

/** Why a memory is in no prompt until a person confirms it. */
export type HeldReason = 'instruction_without_user' | 'injection_pattern' | 'external_instruction';

/** What the note of a memory says: one statement, and what code wrote beside it. */
export interface MemoryNote {
  /** `mem_` and 12 of `0-9a-z`. */
  readonly id: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly source: MemorySource;
  /** The agent that remembered it. */
  readonly agent: string | null;
  /** The session it was remembered in. */
  readonly session: string | null;
  /** The turn it rests on, as a link: `[[<note>#^t12]]`. */
  readonly evidence: string | null;
  /** Turns that say it too: of memories that were merged into this one. */
  readonly further?: readonly string[];
  /** The words of that turn; without evidence, words that the agent quoted and no recorded turn holds. */
  readonly quote: string | null;
  /** Whose word it is by the agent's account: `user`, `own_work`, `tool:<where>`. */
  readonly saidBy?: string;
  readonly entity: string | null;
  readonly tags: readonly string[];
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** The id of the memory that it is to replace. */
  readonly supersedes: string | null;
  /** Further ones that it was linked to since. */
  readonly furtherReplaced?: readonly string[];
  readonly held: HeldReason | null;
  readonly privacy: Band;
  /** What the store that it came from calls it. */
  readonly original?: string;
  /** What else that store says of it, as JSON. */
  readonly details?: string;
  /** The bridge that it came over. */
  readonly bridge?: string;
  /** ISO 8601. */
  readonly created: string;
}
