/** Where a model runs: `cloud` is everything that is not this machine. */
export type ModelPlace = 'loopback' | 'cloud';

/** What a context pack is asked for. */
export interface ContextRequest {
  /** The last message of the user; what is recalled for it goes by at most six of its words. */
  readonly question?: string;
  /** The question as the host has rewritten it: it is recalled with as it is. */
  readonly query?: string;
  /** Tokens of the whole prompt; the turn part takes a fifth of it at most. 4,000 by default. */
  readonly budget?: number;
  /** Where the model runs. Secret text is in the turn part for `loopback` alone; `cloud` by default. */
  readonly model?: ModelPlace;
  /** Counts tokens in place of the estimate. */
  readonly countTokens?: (text: string) => number;
  readonly signal?: AbortSignal;
}

/** One thing that a pack holds, or might have. */
export interface PackEntry {
  /** The id of a memory or a claim, or a place in a file: `MEMORY.md`, `episodic/daily/2026-11-23.md#L5`. */
  readonly id: string;
  readonly part: 'prefix' | 'turn';
  readonly what: 'pinned' | 'daily' | 'category' | 'memory' | 'evidence';
  /** Null if it is not a claim. */
  readonly trust: number | null;
}

/** Why something is not in a pack. */
export type ExcludedReason = 'budget' | 'band' | 'held' | 'trust' | 'duplicate' | 'superseded';

/** What a model is to be shown of the memory, split where the caches of prompts split. */
export interface ContextPack {
  /** For the system prompt: the same bytes for as long as the session goes on. */
  readonly prefix: string;
  /** For the place before the user's last message; empty where the budget has no room for it. */
  readonly turn: string;
  readonly tokens: { readonly prefix: number; readonly turn: number };
  readonly included: readonly PackEntry[];
  readonly excluded: readonly (PackEntry & { readonly reason: ExcludedReason })[];
}
