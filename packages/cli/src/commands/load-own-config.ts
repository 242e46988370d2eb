import { type LoadedConfig, loadConfig } from '@memora/engine/config';
import { readFlags } from '../input/read-flags.ts';
import { resolveVault } from '../input/resolve-vault.ts';
import type { CommandContext } from '../program/command-spec.ts';

/** The settings of a command that needs no vault: those of the selected vault, or the user's own if there is none. */
export async function loadOwnConfig(context: CommandContext): Promise<LoadedConfig> {
  const { options, io } = context;
  const chosen = await resolveVault(context).catch((error: unknown) => {
    if (options['vault'] === undefined && (error as { code?: unknown }).code === 'USAGE') return null;
    throw error;
  });
  const vault = chosen === null ? {} : { vault: chosen.path };
  return loadConfig({ ...vault, env: io.env, flags: readFlags(options) });
}
