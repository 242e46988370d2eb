/** Where a model runs: `cloud` is everything that is not this machine. */
export type ModelPlace = 'loopback' | 'cloud';

/** The input for a context pack. */
export interface ContextRequest {
  /** The last message of the user. The recall uses at most six of its words. */
  readonly question?: string;
  /** The question as the host has rewritten it, used for the recall unchanged. */
  readonly query?: string;
  /** Tokens of the whole prompt; the turn part takes at most a fifth of it. 4,000 by default. */
  readonly budget?: number;
  /** Where the model runs. Only a `loopback` model gets secret text in the turn part; `cloud` by default. */
  readonly model?: ModelPlace;
  /** Counts tokens in place of the estimate. */
  readonly countTokens?: (text: string) => number;
  readonly signal?: AbortSignal;
}

/** An item that a pack holds, or left out. */
export interface PackEntry {
  /** The id of a memory or a claim, or a place in a file: `MEMORY.md`, `episodic/daily/2026-11-23.md#L5`. */
  readonly id: string;
  readonly part: 'prefix' | 'turn';
  readonly what: 'pinned' | 'daily' | 'category' | 'memory' | 'evidence';
  /** Null if it is not a claim. */
  readonly trust: number | null;
}

/** Why an item is not in a pack. */
export type ExcludedReason = 'budget' | 'band' | 'held' | 'trust' | 'duplicate' | 'superseded';

/** The context for a model, split where prompt caches split. */
export interface ContextPack {
  /** For the system prompt: the same bytes during the whole session. */
  readonly prefix: string;
  /** Goes before the user's last message; empty if the budget has no room for it. */
  readonly turn: string;
  readonly tokens: { readonly prefix: number; readonly turn: number };
  readonly included: readonly PackEntry[];
  readonly excluded: readonly (PackEntry & { readonly reason: ExcludedReason })[];
}
