import type { WorkerEmbedders } from '@memora/postgres';
import { makeFolder, placeAt } from '@memora/privacy/files';
import type { Embedder } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { guardScopes } from './guard-scopes.ts';
import { openEmbedders } from './open-embedders.ts';

/**
 * The embedders of a worker. Their requests are logged in the worker's folder, and checked against the secrets of the scope that their texts come from.
 */
export function openWorkerEmbedders({
  settings,
  env,
  folder,
}: {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The worker's folder, with one subfolder for each scope. */
  readonly folder: string;
}): WorkerEmbedders {
  const { config } = settings;
  const { guard, within } = guardScopes({ folder, config });
  const egress = lazily(async () => {
    makeFolder(placeAt(folder));
    const { root } = await openVault(folder);
    const { openVaultEgress } = await import('../../privacy/egress/open-vault-egress.ts');
    return openVaultEgress({ root, guard, config, env });
  });
  const { names, open } = openEmbedders({ settings, env, egress });
  return {
    names,
    of: (scope) => {
      const opened = new Map<Embedder, Embedder>();
      return {
        names,
        open: async (name) => {
          const embedder = await open(name);
          if (embedder === null) return null;
          const own = opened.get(embedder) ?? within(scope, embedder);
          opened.set(embedder, own);
          return own;
        },
      };
    },
  };
}
