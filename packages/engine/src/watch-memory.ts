import type { Vault } from '@memora/vault';
import type { MemoraConfig } from './config/index.ts';
import type { IndexOptions, IndexResult, MemoryEvent, WatchMemoryOptions } from './memory.ts';

/** What watching needs of an open memory. */
export interface WatchPorts {
  readonly vault: Vault;
  readonly config: MemoraConfig;
  readonly index: (wanted: IndexOptions & { readonly paths?: readonly string[] }) => Promise<IndexResult>;
}

/** Indexes once, then whatever changes, by the same path as `index`. One watcher per vault: another gets `VAULT_LOCKED`. */
export async function* watchMemory(
  { signal }: WatchMemoryOptions,
  { vault, config, index }: WatchPorts,
): AsyncGenerator<MemoryEvent> {
  const stop = signal === undefined ? {} : { signal };
  // The watcher starts first, so that what changes during the first run is seen by the second.
  const changes = vault.watch({ ...stop, debounceMs: config.watch.debounceMs })[Symbol.asyncIterator]();
  let next = changes.next();
  try {
    yield { type: 'indexed', ...(await index({ ...stop })) };
    for (;;) {
      const { done, value: change } = await next;
      if (done === true) return;
      next = changes.next();
      if (change.kind === 'problem') {
        yield { type: 'problem', path: change.path, code: change.code, reason: change.reason };
        continue;
      }
      yield { type: 'changed', kind: change.kind, path: change.path };
      const paths = 'from' in change ? [change.from, change.path] : [change.path];
      yield { type: 'indexed', ...(await index({ ...stop, paths })) };
    }
  } catch (error) {
    // Stopping is how watching ends, not a fault of it.
    if (signal?.aborted !== true) throw error;
  } finally {
    await changes.return?.(undefined);
  }
}
