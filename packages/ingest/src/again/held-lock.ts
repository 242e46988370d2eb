import { acquireVaultLock, type VaultLock } from '@memora/vault';

/** The lock of a vault for ingesting. It is given up when nothing has held it for a moment, and not between two sources. */
interface HeldLock {
  /** Throws `VAULT_LOCKED` where somebody else is at work in the vault. */
  readonly hold: () => Promise<AsyncDisposable>;
  /** Gives it up at once. */
  readonly release: () => Promise<void>;
}

const IDLE_MS = 300;

export function createHeldLock(root: string): HeldLock {
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
    hold: async () => {
      clearTimeout(timer);
      held++;
      try {
        lock ??= acquireVaultLock(root, 'ingest');
        await lock;
      } catch (error) {
        held--;
        lock = null;
        throw error;
      }
      return {
        [Symbol.asyncDispose]: async () => {
          held--;
          if (held === 0) timer = setTimeout(() => void release(), IDLE_MS).unref();
        },
      };
    },
    release,
  };
}
