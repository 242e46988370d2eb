import type { CommandSpec } from './command-spec.ts';

/** What is run once, before anything else. */
export const STARTING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'create the config of a vault, and a sample note in an empty folder; never overwrites',
    example: 'memora init --vault ~/brain',
    load: async () => (await import('../commands/init-vault.ts')).initVault,
  },
  {
    name: 'setup',
    summary: 'from nothing to a cited answer: index your notes, and connect them to your agents',
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
    gives:
      'It gives `vault`, `written`, `clients` (each with `client`, `part`, `file`, `status`, and `backup` or `code`), `notes`, `claims`, `question` and `answer`.',
    example: 'memora setup --vault ~/brain',
    load: async () => (await import('../commands/setup-agents.ts')).setupAgents,
  },
  {
    name: 'vaults',
    summary: 'list the vaults that have a name, for --vault NAME',
    example: 'memora vaults',
    load: async () => (await import('../commands/list-vaults.ts')).listVaults,
  },
  {
    name: 'vaults add',
    summary: 'give the folder of a vault a name',
    args: '<name> <folder>',
    example: 'memora vaults add work ~/notes/work',
    load: async () => (await import('../commands/list-vaults.ts')).addVault,
  },
  {
    name: 'vaults remove',
    summary: 'remove the name of a vault; the folder is not changed',
    args: '<name>',
    example: 'memora vaults remove work',
    load: async () => (await import('../commands/list-vaults.ts')).removeVault,
  },
];
