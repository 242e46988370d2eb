import { AsyncLocalStorage } from 'node:async_hooks';
import { noteListOf, scopeFolder } from '@memora/postgres/internal';
import type { LeakGuard } from '@memora/privacy';
import { readPlainText } from '@memora/privacy/files';
import type { Embedder } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import type { MemoraConfig } from '../../config/index.ts';
import { openVaultGuard } from '../../privacy/egress/open-vault-guard.ts';

/** A guard for the texts that a worker sends, and the embedders whose scope it knows. */
interface ScopeGuards {
  /**
   * Checks a request against the secrets of the scope that its texts come from. Throws if no scope is known
   * for it, so that nothing is sent.
   */
  readonly guard: LeakGuard;
  /** Returns an embedder for the texts of one scope. */
  readonly within: (scope: number, embedder: Embedder) => Embedder;
}

/** Guards that are kept: each holds the fingerprints of a scope's secrets. */
const MOST = 8;

/**
 * Guards the requests of a worker, which embeds many scopes side by side. Secrets of one scope do not stop
 * texts of another, because its writers could then confirm a guess by which texts get no vector.
 */
export function guardScopes({
  folder,
  config,
}: {
  /** The worker's folder, with one subfolder for each scope. */
  readonly folder: string;
  readonly config: MemoraConfig;
}): ScopeGuards {
  const asking = new AsyncLocalStorage<number>();
  const guards = new Map<number, Promise<LeakGuard>>();
  const guardOf = async (): Promise<LeakGuard> => {
    const scope = asking.getStore();
    if (scope === undefined) throw new TypeError('a request without a scope');
    const guard = guards.get(scope) ?? openScopeGuard(scopeFolder(folder, scope), config);
    // The least recently used one comes first.
    guards.delete(scope);
    guards.set(scope, guard);
    const [oldest] = guards.keys();
    if (guards.size > MOST && oldest !== undefined) guards.delete(oldest);
    guard.catch(() => guards.delete(scope));
    return guard;
  };
  return {
    guard: {
      scan: async (parts, options) => (await guardOf()).scan(parts, options),
      check: async (parts, options) => (await guardOf()).check(parts, options),
      invalidate: () => guards.clear(),
    },
    within: (scope, embedder) => ({
      ...embedder,
      embed: (texts, options) => asking.run(scope, () => embedder.embed(texts, options)),
    }),
  };
}

/** The notes of a folder have changed if a round has rewritten the list of their hashes. */
async function openScopeGuard(root: string, config: MemoraConfig): Promise<LeakGuard> {
  return openVaultGuard({
    ...{ vault: await openVault(root), claims: null, config },
    readState: () => readPlainText(noteListOf(root)) ?? '',
  });
}
