import type { Vault } from '@memora/vault';
import type { MemoraConfig } from '../config/index.ts';
import type { IndexOptions, IndexResult, MemoryEvent, WatchMemoryOptions } from '../memory.ts';
import { createEventQueue } from '../upkeep/schedule/event-queue.ts';
import type { Schedule, SchedulePorts } from '../upkeep/schedule/run-schedule.ts';

/** The dependencies of watching. */
interface WatchPorts {
  readonly vault: Vault;
  readonly config: MemoraConfig;
  readonly index: (wanted: IndexOptions & { readonly paths?: readonly string[] }) => Promise<IndexResult>;
  /** Starts maintenance during the watch and reports its events; null for a watch that only indexes. */
  readonly maintain: ((tell: SchedulePorts['tell']) => Promise<Schedule>) | null;
}

/**
 * Indexes once, then after each change, with the same code as `index`; maintenance runs at the same time without delaying it. One watcher per vault: a second
 * one gets `VAULT_LOCKED`.
 */
export async function* watchMemory(
  { signal, onProgress }: WatchMemoryOptions,
  ports: WatchPorts,
): AsyncGenerator<MemoryEvent> {
  const queue = createEventQueue<MemoryEvent>();
  const stop = new AbortController();
  const forward = () => stop.abort(signal?.reason);
  if (signal?.aborted === true) forward();
  signal?.addEventListener('abort', forward, { once: true });
  let fault: { readonly error: unknown } | null = null;
  const watching = followChanges(stop.signal, ports, queue.push, onProgress)
    .catch((error: unknown) => {
      // An abort is the normal end, not a failure.
      if (!stop.signal.aborted) fault = { error };
    })
    .finally(queue.close);
  try {
    for (let event = await queue.next(); event !== null; event = await queue.next()) yield event;
    if (fault !== null) throw (fault as { readonly error: unknown }).error;
  } finally {
    signal?.removeEventListener('abort', forward);
    stop.abort();
    await watching;
  }
}

async function followChanges(
  signal: AbortSignal,
  { vault, config, index, maintain }: WatchPorts,
  tell: (event: MemoryEvent) => void,
  onProgress: WatchMemoryOptions['onProgress'],
): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const done = new AbortController();
  const changes = vault
    .watch({
      signal: AbortSignal.any([signal, done.signal]),
      debounceMs: config.watch.debounceMs,
      onReady: ready.resolve,
    })
    [Symbol.asyncIterator]();
  const ask = () => {
    const change = changes.next();
    // A rejection is thrown at its turn; until then it must not count as unhandled.
    change.catch(() => undefined);
    return change;
  };
  let next = ask();
  let schedule: Schedule | null = null;
  const indexNow = async (paths?: readonly string[]) => {
    const first = paths === undefined && onProgress !== undefined ? { onProgress } : {};
    const result = await index({ signal, ...first, ...(paths === undefined ? {} : { paths }) });
    tell({ type: 'indexed', ...result });
    schedule?.indexed(result);
  };
  try {
    schedule = maintain === null ? null : await maintain(tell);
    // A change during the first run is detected only if the watcher listed the notes before the run read them.
    await Promise.race([ready.promise, next]);
    if (signal.aborted) return;
    await indexNow();
    for (;;) {
      const { done: isOver, value: change } = await next;
      if (isOver === true) return;
      next = ask();
      if (change.kind === 'problem') {
        tell({ type: 'problem', path: change.path, code: change.code, reason: change.reason });
        continue;
      }
      tell({ type: 'changed', kind: change.kind, path: change.path });
      await indexNow('from' in change ? [change.from, change.path] : [change.path]);
    }
  } finally {
    // After a failed run the pending request for a change ends with its abort.
    done.abort();
    await schedule?.stop();
    await changes.return?.(undefined);
  }
}
