import { statSync } from 'node:fs';
import type { SqliteClaimStore } from '@memora/claims';
import type { WorkerVectors } from './open-worker-vectors.ts';

/** A store as a worker has opened it: with its indexes, and its changes watched. */
export interface WatchedStore {
  readonly path: string;
  readonly store: SqliteClaimStore;
  readonly vectors: WorkerVectors;
}

/**
 * Stores of one worker that stay open between two rounds: opening and closing takes longer than all else that a small round does. A store
 * that nobody asks for is closed, and so is the one that was used the longest ago where there are too many.
 */
export interface KeptStores extends AsyncDisposable {
  /** The store of a file, for whoever takes it alone; null where none is kept, or somebody else has written to the file since. */
  readonly take: (path: string) => Promise<WatchedStore | null>;
  readonly keep: (watched: WatchedStore) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface KeptStoresOptions {
  /** 8 by default. */
  readonly most?: number;
  /** Milliseconds after which a store that was not taken is closed; 5,000 by default. */
  readonly idle?: number;
}

interface Kept extends WatchedStore {
  readonly version: number;
  readonly file: number;
  readonly timer: NodeJS.Timeout;
}

const [MOST, IDLE_MS] = [8, 5_000];

export function createKeptStores({ most = MOST, idle = IDLE_MS }: KeptStoresOptions = {}): KeptStores {
  const byPath = new Map<string, Kept>();
  let isClosed = false;
  const release = (path: string): Kept | undefined => {
    const kept = byPath.get(path);
    clearTimeout(kept?.timer);
    byPath.delete(path);
    return kept;
  };
  // What a close that fails leaves open is taken back from the publication by whoever comes next.
  const end = async (path: string): Promise<void> => {
    await release(path)
      ?.store.close()
      .catch(() => undefined);
  };
  const close = async () => {
    isClosed = true;
    for (const path of [...byPath.keys()]) await end(path);
  };
  return {
    take: async (path) => {
      const kept = release(path);
      if (kept === undefined) return null;
      if (kept.version === versionOf(kept) && kept.file === fileOf(path)) return kept;
      await kept.store.close().catch(() => undefined);
      return null;
    },
    keep: async (watched) => {
      const { path, store } = watched;
      if (isClosed) return store.close();
      const timer = setTimeout(() => end(path), idle).unref();
      byPath.set(path, { ...watched, version: versionOf(watched), file: fileOf(path), timer });
      const [oldest] = byPath.keys();
      if (byPath.size > most && oldest !== undefined) await end(oldest);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Another number once another connection has written to the file. */
function versionOf({ store }: WatchedStore): number {
  return store.database.pragma('data_version', { simple: true }) as number;
}

/** Another number once another file stands in its place; 0 where none does. */
function fileOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}
