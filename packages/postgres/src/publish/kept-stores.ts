import { statSync } from 'node:fs';
import type { SqliteClaimStore } from '@memora/claims';
import type { SetWriter } from '@memora/retrieval/internal';

/** A store that a worker has opened, with its indexes and a watch on its changes. */
export interface WatchedStore {
  readonly path: string;
  readonly store: SqliteClaimStore;
  readonly vectors: SetWriter;
}

/**
 * Stores that a worker keeps open between rounds: opening and closing takes longer than the rest of a small round. An idle store is closed, and so is the
 * least recently used one if there are too many.
 */
export interface KeptStores extends AsyncDisposable {
  /** Takes the store of a file for exclusive use; null if none is kept, or if somebody else has written to the file since. */
  readonly take: (path: string) => Promise<WatchedStore | null>;
  readonly keep: (watched: WatchedStore) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface KeptStoresOptions {
  /** Maximum number of stores; 8 by default. */
  readonly most?: number;
  /** Milliseconds after which an idle store is closed; 5,000 by default. */
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
  // If a close fails, the next user rebuilds the store from the publication.
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

/** Changes when another connection writes to the file. */
function versionOf({ store }: WatchedStore): number {
  return store.database.pragma('data_version', { simple: true }) as number;
}

/** Changes when the file is replaced; 0 if there is none. */
function fileOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}
