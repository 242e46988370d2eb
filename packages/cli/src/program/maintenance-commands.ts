import type { CommandSpec } from './command-spec.ts';

/** Keeping the memory fit to be relied on. */
export const MAINTENANCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'consolidate',
    summary: 'bring the atlas pages and world_map.md in line with the claims; your own text on them stays',
    options: [
      { flags: '--region <name>', description: 'only the pages of this region and those below it' },
      { flags: '--all', description: 'every page, changed or not' },
      { flags: '--dry-run', description: 'say what would be written; write nothing' },
      { flags: '--yes', description: 'write the pages without asking' },
    ],
    example: 'memora consolidate --vault ~/brain',
    load: async () => (await import('../commands/consolidate-vault.ts')).consolidateVault,
  },
  {
    name: 'challenge',
    summary: 'what wants a look: contradictions, stale claims, decisions due, gaps, most consequential first',
    options: [
      { flags: '--region <name>', description: 'only what concerns this region; keeps no report' },
      { flags: '--all', description: 'everything, acknowledged items too' },
      { flags: '--dry-run', description: 'keep no report' },
    ],
    example: 'memora challenge --vault ~/brain',
    load: async () => (await import('../commands/challenge-vault.ts')).challengeVault,
  },
  {
    name: 'challenge acknowledge',
    summary: 'say that an item was seen; it stays quiet until something about it changes',
    args: '<item-id>',
    options: [{ flags: '--reason <text>', description: 'why; it stands in the ledger' }],
    example: 'memora challenge acknowledge 0f1e2d3c4b5a6978 --reason "planned for May" --vault ~/brain',
    load: async () => (await import('../commands/challenge-vault.ts')).acknowledgeItem,
  },
];
