/** A memory as the remote system stores it. */
export interface RemoteItem {
  readonly id: string;
  readonly text: string;
  readonly entity: string | null;
  readonly kind: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  /** On the remote system's own scale. */
  readonly score: number | null;
  /** The id of our memory that it was written from, if it has one. */
  readonly key: string | null;
}

/** A memory to write to a remote system. */
export interface RemoteWrite {
  /** The id of our memory. Every attempt at the same write has the same key. */
  readonly key: string;
  readonly text: string;
  readonly kind: string;
  readonly entity: string | null;
}

interface WantedItem {
  readonly key: string;
  readonly text: string | null;
}

type FoundItem = Pick<RemoteItem, 'id' | 'text'>;

export interface RemoteRelation {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

/** An external memory, over any transport. Every call may throw an error of the bridge, of the egress or of its guard. */
export interface RemoteMemory {
  readonly provider: string;
  readonly search: (query: string, limit: number, signal: AbortSignal) => Promise<readonly RemoteItem[]>;
  /** Returns its remote id, if the system reports it; null if the system can't be written to. */
  readonly save: ((write: RemoteWrite, signal: AbortSignal) => Promise<string | null>) | null;
  /** Writes several in one call, if the system supports that, and returns their remote ids in order. Throws if any of them was refused. */
  readonly saveMany?: (
    writes: readonly RemoteWrite[],
    signal: AbortSignal,
  ) => Promise<readonly (string | null)[]>;
  /** How many writes may run at once. 1 by default: a server that keeps a file could lose one of two. */
  readonly atOnce: number;
  /** Finds the memory written with a key; null if it does not exist, `unknown` if this system can't tell. Without a text, searches by key only. */
  readonly find: (wanted: WantedItem, signal: AbortSignal) => Promise<FoundItem | null | 'unknown'>;
  /** True if saving the same key twice leaves one memory. */
  readonly isIdempotent: boolean;
  /** Removes the memory that has this id, or was written with this key. */
  readonly remove: ((id: string, signal: AbortSignal, key: string) => Promise<void>) | null;
  /** Everything that it lists. A memory that is not listed may still exist. */
  readonly list: ((signal: AbortSignal) => Promise<readonly RemoteItem[]>) | null;
  readonly getGraphRelations?: (entity: string, signal: AbortSignal) => Promise<readonly RemoteRelation[]>;
  readonly getTimeline?: (start: Date, end: Date, signal: AbortSignal) => Promise<readonly RemoteItem[]>;
  readonly close: () => Promise<void>;
}

/** Maximum number of entries of a list that are read. */
export const MOST_LISTED = 100_000;
/** Maximum number of search results that are read. */
export const MOST_FOUND = 1_000;
/** The longest text of a memory. */
export const LONGEST_TEXT = 20_000;
