import type { ErasureProof } from '@memora/engine';

/** What is to be taken back: everything that came from it. */
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

/** What taking it back changes. Ids alone. */
export interface RollbackPlan {
  /** Memories that lose their ground. */
  readonly falls: readonly string[];
  /** Memories that had to do with those and stand on their own. */
  readonly stands: readonly string[];
  /** Memories that come back: they were replaced, forgotten or repeated by what falls. */
  readonly returns: readonly string[];
  /** Memories that a person changed since: they are left as they are. */
  readonly touched: readonly string[];
  /** Lines in notes of days that go. */
  readonly dailyLines: number;
  /** Turns and whole conversations that go, as paths and `path#t12`. */
  readonly turns: readonly string[];
}

/** What was taken back. */
export interface Rollback extends RollbackPlan {
  /** `rollback({ batch })` with it undoes this; null for a plan, and where all of it was erased. */
  readonly batch: string | null;
  /** Where what was erased was looked for afterwards. Absent where nothing was erased. */
  readonly proof?: ErasureProof;
}

export interface RollbackOptions {
  /** True plans and changes nothing. */
  readonly dryRun?: boolean;
  /** True erases what falls, in the trash too; that can't be undone. */
  readonly erase?: boolean;
}
