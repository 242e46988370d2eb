import { type Memory, openMemory } from '@memora/engine';
import { describeIgnored, loadConfig } from '@memora/engine/config';
import { readFlags } from './input/read-flags.ts';
import { readFlag } from './input/read-option.ts';
import { resolveVault } from './input/resolve-vault.ts';
import { toTerminalText } from './output/to-terminal-text.ts';
import type { CommandContext } from './program/command-spec.ts';

/**
 * Opens the memory of a command line: its vault, its settings, its environment. Settings of the vault's config that need consent are asked about once, in a
 * terminal; ignored settings are reported.
 */
export async function openCliMemory(context: Pick<CommandContext, 'options' | 'io'>): Promise<Memory> {
  const { options, io } = context;
  if (readFlag(options, 'team')) {
    const { openCliTeamMemory } = await import('./commands/team/open-cli-team.ts');
    return openCliTeamMemory(context);
  }
  const vault = await resolveVault(context);
  const load = (root: string) => loadConfig({ vault: root, env: io.env, flags: readFlags(options) });
  return openMemory({
    vault: vault.path,
    env: io.env,
    loadConfig: async (root) => {
      let settings = await load(root);
      if (settings.ignored.length === 0) return settings;
      if (settings.wanted?.trust === 'unasked') {
        const { askVaultTrust } = await import('./input/ask-vault-trust.ts');
        if ((await askVaultTrust(root, settings, io)) === true) settings = await load(root);
      }
      if (!readFlag(options, 'quiet')) {
        const isRefused = settings.wanted?.trust === 'refused';
        const ignored = settings.ignored.filter(({ reason }) => !isRefused || reason === 'retired');
        for (const { detail, remedy } of describeIgnored({ ...settings, ignored }, root))
          io.stderr.write(`memora: ${toTerminalText(`${detail}. ${remedy}`)}\n`);
      }
      return settings;
    },
  });
}
