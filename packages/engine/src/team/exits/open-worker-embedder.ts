import { makeFolder, placeAt } from '@memora/privacy/files';
import type { Embedder } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import type { LoadedConfig } from '../../config/index.ts';
import { namesOwnEndpoint } from '../../config/names-own-endpoint.ts';
import { openEgressPorts } from '../../privacy/egress/open-egress-ports.ts';
import { openEmbedder } from '../../vectors/open-embedder.ts';

/** The configured embedder of a worker; null where the config wants none. What it sends is held against the secrets of the notes in its folder, and logged there. */
export async function openWorkerEmbedder(options: {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the worker keeps its folders, one a scope. */
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
