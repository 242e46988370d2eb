import type { ErasureProof } from '@memora/engine';

/** What to roll back: everything that came from it. */
export type RollbackTarget =
  | { readonly batch: string }
  | { readonly session: string }
  | { readonly conversation: string }
  /** `<conversation>#t12`. */
  | { readonly turn: string }
  | { readonly agent: string }
  /** An ISO 8601 instant or date. */
  | { readonly since: string }
  /** The name of a tool, an address or its domain, a conversation, or an agent. */
  | { readonly source: string };

/** The changes of a rollback. Only ids. */
export interface RollbackPlan {
  /** Memories that are removed because their source is removed. */
  readonly falls: readonly string[];
  /** Related memories that stay, because they have another source. */
  readonly stands: readonly string[];
  /** Memories that come back, because a removed one had replaced, forgotten or made them a repetition. */
  readonly returns: readonly string[];
  /** Memories that a person changed since: they stay as they are. */
  readonly touched: readonly string[];
  /** The number of removed lines in daily notes. */
  readonly dailyLines: number;
  /** Removed turns and conversations, as paths and `path#t12`. */
  readonly turns: readonly string[];
}

/** The result of a rollback. */
export interface Rollback extends RollbackPlan {
  /** `rollback({ batch })` with it undoes this; null for a plan, and if everything was erased. */
  readonly batch: string | null;
  /** Where erased text was searched for afterwards. Absent if nothing was erased. */
  readonly proof?: ErasureProof;
}

export interface RollbackOptions {
  /** True plans and changes nothing. */
  readonly dryRun?: boolean;
  /** True erases what is removed, in the trash too; that can't be undone. */
  readonly erase?: boolean;
}
