import { type Memory, openMemory } from '@memora/engine';
import { loadConfig } from '@memora/engine/config';
import type { CommandContext } from './command-spec.ts';
import { usageError } from './read-option.ts';
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

/** `--set key=value` and the options that stand for a setting. */
export function readFlags(options: CommandContext['options']): Record<string, string> {
  const flags: Record<string, string> = {};
  const pairs = Array.isArray(options['set']) ? options['set'] : [];
  for (const pair of pairs) {
    const at = String(pair).indexOf('=');
    if (at < 1) throw usageError(`--set takes key=value, not ${JSON.stringify(pair)}`);
    flags[String(pair).slice(0, at)] = String(pair).slice(at + 1);
  }
  if (typeof options['extractor'] === 'string') flags['indexing.extractor'] = options['extractor'];
  return flags;
}
