import { CONFIG_VAULTS } from './config-vaults.ts';
import type { HostileVault } from './hostile-vault.ts';
import { putLink } from './link-vaults.ts';
import { putFile } from './put-file.ts';

/** A config from the other group that its user accepted. */
const accepted = (name: string): HostileVault => {
  const found = CONFIG_VAULTS.find((vault) => vault.name === name);
  if (found === undefined) throw new Error(`there is no vault "${name}"`);
  return { name: `accepted: ${name}`, part: 'accepted configs', spoil: found.spoil, accepted: {} };
};

/** The user accepts a harmless config, and the next pull replaces it. */
const exchanged = (name: string, then: HostileVault['spoil']): HostileVault => ({
  name: `accepted, and since then ${name}`,
  part: 'accepted configs',
  spoil: (site) => putFile(site, '.memora/config.toml', '[consolidation]\nfolder = "atlas"\n'),
  accepted: { then },
});

const spoilNamed = (name: string): HostileVault['spoil'] => accepted(name).spoil;

/** Things that an accepted config may still not do: use the user's keys, leave the vault, or change into another config. */
export const ACCEPTED_VAULTS: readonly HostileVault[] = [
  accepted('an endpoint that wants the key of OpenAI'),
  accepted('pages in a folder outside'),
  exchanged('an endpoint that wants the key', spoilNamed('an endpoint that wants the key of OpenAI')),
  exchanged('a link to a config of the user', (site) => {
    putLink('a link to a file', '.memora/config.toml')(site);
  }),
  accepted('an endpoint that wants the key of Anthropic'),
  accepted('a service of this machine as Ollama'),
  accepted('an embedder that wants every claim'),
  accepted('pages at an absolute path, at every minute'),
  accepted('settings that loosen the user’s own'),
  accepted('what is left out is everything, or matches for ever'),
];
