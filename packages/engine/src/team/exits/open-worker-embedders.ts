import type { EmbedderBook } from '@memora/postgres';
import { makeFolder, placeAt } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import { lazily } from '../../concurrency/lazily.ts';
import type { LoadedConfig } from '../../config/index.ts';
import { openEgressPorts } from '../../privacy/egress/open-egress-ports.ts';
import { openEmbedders } from './open-embedders.ts';

/**
 * The embedders of a worker. Their requests are checked against the secrets of the notes in the worker's folder, and logged there.
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
}): EmbedderBook {
  const egress = lazily(async () => {
    makeFolder(placeAt(folder));
    const vault = await openVault(folder);
    const { config } = settings;
    const ports = { root: vault.root, vault, claims: null, config, env, rehearse: undefined };
    return openEgressPorts(ports).egress();
  });
  return openEmbedders({ settings, env, egress });
}
