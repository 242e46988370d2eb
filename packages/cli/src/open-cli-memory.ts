import { type Memory, openMemory } from '@memora/engine';
import { loadConfig } from '@memora/engine/config';
import type { CommandContext } from './command-spec.ts';
import { readFlags } from './read-flags.ts';
import { resolveVault } from './resolve-vault.ts';

/** Opens the memory that a command line means: its vault, its settings, its environment. */
export async function openCliMemory(context: Pick<CommandContext, 'options' | 'io'>): Promise<Memory> {
  const { options, io } = context;
  const vault = await resolveVault(context);
  return openMemory({
    vault: vault.path,
    env: io.env,
    loadConfig: (root) => loadConfig({ vault: root, env: io.env, flags: readFlags(options) }),
  });
}
