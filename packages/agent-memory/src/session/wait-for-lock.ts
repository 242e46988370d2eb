import { setTimeout as sleep } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import { acquireVaultLock } from '@memora/vault';

const PATIENCE_MS = 30_000;

/** Waits for the lock; each writer holds it for one write. Throws `VAULT_LOCKED` after half a minute. */
export async function waitForLock(root: string, name: string) {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await acquireVaultLock(root, name);
    } catch (error) {
      const isBusy = MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED';
      if (!isBusy || performance.now() >= until) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
