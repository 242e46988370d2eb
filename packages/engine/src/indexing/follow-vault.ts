import type { Vault } from '@memora/vault';
import type { RefreshOptions, RefreshReport } from './refresh-memory.ts';

/** Options of `memory.follow`. */
export interface FollowOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/** The dependencies of following a vault. */
interface FollowPorts {
  readonly vault: Pick<Vault, 'watch'>;
  readonly debounceMs: number;
  readonly refresh: (options: RefreshOptions) => Promise<RefreshReport>;
}

/** No caller waits for it, so a folder with a thousand new notes is indexed completely. */
const BUDGET_MS = 60_000;

/**
 * Refreshes once and then after each change, until the signal aborts; yields each report. Takes no lock, so
 * several can run at once, even next to a watcher: what one has indexed, the others find up to date.
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
    // An abort is the normal end.
    if (!signal.aborted) throw error;
  } finally {
    await changes.return?.(undefined);
  }
}
