/** A memory as another system has it. */
export interface RemoteItem {
  readonly id: string;
  readonly text: string;
  readonly entity: string | null;
  readonly kind: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  /** In its own measure. */
  readonly score: number | null;
  /** The id of the memory of ours that it was made from, where it has one. */
  readonly key: string | null;
}

/** What is written to another system. */
export interface RemoteWrite {
  /** The id of our memory: the same write has the same key, however often it is tried. */
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

/** A memory of another system, whichever way it is reached. Every call may throw an error of the bridge, of the egress or of its guard. */
export interface RemoteMemory {
  readonly provider: string;
  readonly search: (query: string, limit: number, signal: AbortSignal) => Promise<readonly RemoteItem[]>;
  /** Returns the id that it has there, where it says; null if it can't be written to. */
  readonly save: ((write: RemoteWrite, signal: AbortSignal) => Promise<string | null>) | null;
  /** Writes several in one call, where it takes them so: the ids that they have there, in their order. It throws where any of them was refused. */
  readonly saveMany?: (
    writes: readonly RemoteWrite[],
    signal: AbortSignal,
  ) => Promise<readonly (string | null)[]>;
  /** This many calls that write may be under way at once. 1 where nobody says that it takes more: a server that keeps a file loses one of two. */
  readonly atOnce: number;
  /** What was written with a key; null if it is not there, `unknown` where this system can't tell. Without its text, by the key alone. */
  readonly find: (wanted: WantedItem, signal: AbortSignal) => Promise<FoundItem | null | 'unknown'>;
  /** True if saving the same key twice leaves one memory. */
  readonly isIdempotent: boolean;
  /** Takes out what has this id there, or was written with this key. */
  readonly remove: ((id: string, signal: AbortSignal, key: string) => Promise<void>) | null;
  /** All that it shows of what it holds. What is missing in it may be there anyway. */
  readonly list: ((signal: AbortSignal) => Promise<readonly RemoteItem[]>) | null;
  readonly getGraphRelations?: (entity: string, signal: AbortSignal) => Promise<readonly RemoteRelation[]>;
  readonly getTimeline?: (start: Date, end: Date, signal: AbortSignal) => Promise<readonly RemoteItem[]>;
  readonly close: () => Promise<void>;
}

/** More of a list is not read. */
export const MOST_LISTED = 100_000;
/** More of what a search gives is not read. */
export const MOST_FOUND = 1_000;
/** Longer texts are no memories. */
export const LONGEST_TEXT = 20_000;
