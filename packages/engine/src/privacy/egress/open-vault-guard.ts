import { createLeakGuard, type LeakGuard } from '@memora/privacy';
import type { MemoraConfig } from '../../config/index.ts';
import { readVaultSecrets, type VaultSecretsPorts } from './read-vault-secrets.ts';

/** The dependencies of a vault's guard. */
export interface VaultGuardPorts {
  readonly vault: VaultSecretsPorts['vault'];
  readonly claims: VaultSecretsPorts['claims'];
  readonly config: MemoraConfig;
  /**
   * Returns a value that changes when a note does. By default it is made from the paths, sizes and times of
   * all notes, which are read at most four times a second.
   */
  readonly readState?: () => string;
}

/** How long the notes are assumed unchanged: requests come in bursts. */
const FRESH_MS = 250;

/**
 * The guard for the secrets in a vault's current notes. In a long-lived process, such as a server, it reads
 * the notes again when any of them has changed, whether or not they were indexed since.
 */
export function openVaultGuard({ vault, claims, config, readState }: VaultGuardPorts): LeakGuard {
  const { defaultNotePrivacy: defaultBand, detector } = config.privacy;
  const guard = createLeakGuard(readVaultSecrets({ vault, claims, settings: { defaultBand, detector } }));
  let known: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const refresh = async (): Promise<void> => {
    if (readState === undefined && performance.now() - lookedAt < FRESH_MS) return;
    const now = readState?.() ?? (await stateOf(vault));
    if (known !== null && known !== now) guard.invalidate();
    known = now;
    lookedAt = performance.now();
  };
  return {
    scan: async (parts, options) => {
      await refresh();
      return guard.scan(parts, options);
    },
    check: async (parts, options) => {
      await refresh();
      return guard.check(parts, options);
    },
    invalidate: () => {
      known = null;
      lookedAt = Number.NEGATIVE_INFINITY;
      guard.invalidate();
    },
  };
}

/** Path, size and time of every note. */
async function stateOf(vault: VaultGuardPorts['vault']): Promise<string> {
  const notes: string[] = [];
  for await (const entry of vault.scan()) {
    notes.push('error' in entry ? `${entry.path} ?` : `${entry.path} ${entry.size} ${entry.mtimeMs}`);
  }
  return notes.join('\n');
}
