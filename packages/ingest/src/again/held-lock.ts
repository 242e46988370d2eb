import { setTimeout } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import { acquireVaultLock, type VaultLock } from '@memora/vault';

/** A vault's lock for ingesting. It is released after a short idle time, not between two sources. */
interface HeldLock {
  /** Waits for another ingest in the vault. Throws `VAULT_LOCKED` if that takes too long, and the signal's reason. */
  readonly hold: (signal?: AbortSignal) => Promise<AsyncDisposable>;
  /** Releases the lock at once. */
  readonly release: () => Promise<void>;
}

const IDLE_MS = 300;

/**
 * The longest wait in milliseconds. Another ingest writes a few notes per second; if it takes longer, that is
 * reported.
 */
const LONGEST_WAIT = 120_000;
const LOOK_EVERY = 100;

async function acquire(root: string, longest: number, signal?: AbortSignal): Promise<VaultLock> {
  for (const begun = Date.now(); ; ) {
    try {
      return await acquireVaultLock(root, 'ingest');
    } catch (error) {
      const isHeld = MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED';
      if (!isHeld || Date.now() - begun > longest) throw error;
      await setTimeout(LOOK_EVERY, undefined, signal === undefined ? {} : { signal });
    }
  }
}

export function createHeldLock(root: string, longest = LONGEST_WAIT): HeldLock {
  let lock: Promise<VaultLock> | null = null;
  let held = 0;
  let timer: NodeJS.Timeout | undefined;
  const release = async (): Promise<void> => {
    clearTimeout(timer);
    const last = lock;
    lock = null;
    await (await last?.catch(() => null))?.[Symbol.asyncDispose]();
  };
  return {
    hold: async (signal) => {
      clearTimeout(timer);
      held++;
      try {
        lock ??= acquire(root, longest, signal);
        await lock;
      } catch (error) {
        held--;
        lock = null;
        throw error;
      }
      return {
        [Symbol.asyncDispose]: async () => {
          held--;
          if (held === 0) timer = globalThis.setTimeout(() => void release(), IDLE_MS).unref();
        },
      };
    },
    release,
  };
}
