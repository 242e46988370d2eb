import type { CommandSpec } from '../command-spec.ts';
import { SECRET_TEXT } from './option-specs.ts';

/** Commands that are run once, before anything else. */
export const STARTING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'setup',
    summary: 'get started: index your notes, connect them to your agents, and ask a first question',
    options: [
      { flags: '--client <names>', description: 'only these agents, separated by commas, e.g. cursor,codex' },
      {
        flags: '--question <text>',
        description: 'what to ask at the end (default: something the notes answer)',
      },
      { flags: '--yes', description: 'write without confirmation' },
      { flags: '--dry-run', description: 'only show what would be written' },
      { flags: '--remove', description: 'undo what setup wrote into the settings of agents' },
    ],
    group: 'Notes',
    varies: true,
    example: 'memora setup --dry-run --vault ~/brain',
    redacted: SECRET_TEXT,
    output: async () => (await import('../../outputs/vault-outputs.ts')).setupOutput,
    load: async () => (await import('../../commands/setup-agents.ts')).setupAgents,
  },
  {
    name: 'init',
    summary: 'create the config of a vault, and a sample note in an empty folder; never overwrites',
    group: 'Notes',
    writes: true,
    example: 'memora init --vault ~/brain',
    output: async () => (await import('../../outputs/vault-outputs.ts')).initOutput,
    load: async () => (await import('../../commands/init-vault.ts')).initVault,
  },
  {
    name: 'vaults',
    summary: 'list the vaults that have a name, for --vault NAME',
    group: 'Admin',
    example: 'memora vaults',
    output: async () => (await import('../../outputs/vault-outputs.ts')).vaultsOutput,
    load: async () => (await import('../../commands/list-vaults.ts')).listVaults,
  },
  {
    name: 'vaults add',
    summary: 'give the folder of a vault a name',
    args: '<name> <folder>',
    writes: true,
    example: 'memora vaults add work ~/brain',
    output: async () => (await import('../../outputs/vault-outputs.ts')).namedVaultOutput,
    load: async () => (await import('../../commands/list-vaults.ts')).addVault,
  },
  {
    name: 'vaults remove',
    summary: 'remove the name of a vault; the folder is not changed',
    args: '<name>',
    writes: true,
    after: ['vaults add'],
    example: 'memora vaults remove work',
    output: async () => (await import('../../outputs/vault-outputs.ts')).namedVaultOutput,
    load: async () => (await import('../../commands/list-vaults.ts')).removeVault,
  },
];
