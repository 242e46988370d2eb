import { makeFolder, placeAt } from '@memora/privacy/files';
import type { Embedder } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import type { LoadedConfig } from '../../config/index.ts';
import { namesOwnEndpoint } from '../../config/names-own-endpoint.ts';
import { openEgressPorts } from '../../privacy/egress/open-egress-ports.ts';
import { openEmbedder } from '../../vectors/open-embedder.ts';

/**
 * The configured embedder of a worker; null if the config wants none. Its requests are checked against the secrets of the notes in the worker's folder, and
 * logged there.
 */
export async function openWorkerEmbedder(options: {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The worker's folder, with one subfolder for each scope. */
  readonly folder: string;
}): Promise<Embedder | null> {
  const { settings, env, folder } = options;
  const { config } = settings;
  if (config.embed.provider === 'none') return null;
  makeFolder(placeAt(folder));
  const vault = await openVault(folder);
  const { egress } = openEgressPorts({
    root: vault.root,
    vault,
    claims: null,
    config,
    env,
    rehearse: undefined,
  });
  return openEmbedder({
    config: config.embed,
    egress,
    env,
    isNamedByUser: namesOwnEndpoint(settings, 'embed.endpoint'),
  });
}
