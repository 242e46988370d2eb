import type { Vault } from '@memora/vault';
import type { RefreshOptions, RefreshReport } from './refresh-memory.ts';

/** Options of `memory.follow`. */
export interface FollowOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** What following needs of an open memory. */
interface FollowPorts {
  readonly vault: Pick<Vault, 'watch'>;
  readonly debounceMs: number;
  readonly refresh: (options: RefreshOptions) => Promise<RefreshReport>;
}

/** Nobody waits for it: a folder that came in with a thousand notes is indexed whole. */
const BUDGET_MS = 60_000;

/**
 * Refreshes once and then after each change, until the signal aborts; yields what each came to. Takes no lock, so that it runs beside a watcher
 * and beside others of its kind: whoever indexes a note first leaves nothing to do for the rest.
 */
export async function* followVault(
  { signal }: FollowOptions,
  { vault, debounceMs, refresh }: FollowPorts,
): AsyncGenerator<RefreshReport> {
  const ready = Promise.withResolvers<void>();
  const changes = vault
    .watch({ signal, debounceMs, lock: false, onReady: ready.resolve })
    [Symbol.asyncIterator]();
  let next = changes.next();
  next.catch(() => undefined);
  try {
    await Promise.race([ready.promise, next]);
    while (!signal.aborted) {
      yield await refresh({ signal, budgetMs: BUDGET_MS });
      if ((await next).done === true) return;
      next = changes.next();
      next.catch(() => undefined);
    }
  } catch (error) {
    // Being stopped is how it ends.
    if (!signal.aborted) throw error;
  } finally {
    await changes.return?.(undefined);
  }
}
