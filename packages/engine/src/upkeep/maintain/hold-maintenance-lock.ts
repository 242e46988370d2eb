import { setTimeout as wait } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import { acquireVaultLock } from '@memora/vault';

/** How long a run waits for another process to finish. */
const PATIENCE_MS = 30_000;

/** Runs a task while no other process maintains this vault. The lock of a process that was killed is taken over. */
export async function holdMaintenanceLock<T>(
  vaultRoot: string,
  signal: AbortSignal | undefined,
  task: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      await using _lock = await acquireVaultLock(vaultRoot, 'maintain');
      return await task();
    } catch (error) {
      const isHeld = MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED';
      if (!isHeld || Date.now() > until) throw error;
    }
    await wait(200, undefined, signal === undefined ? {} : { signal });
  }
}
