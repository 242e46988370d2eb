import type { CommandSpec } from './command-spec.ts';

/** Keeping the memory fit to be relied on. */
export const MAINTENANCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'consolidate',
    summary: 'update the atlas pages and world_map.md from the claims; keeps your own text on them',
    options: [
      { flags: '--region <name>', description: 'only the pages of this region and those below it' },
      { flags: '--all', description: 'write every page, changed or not' },
      { flags: '--dry-run', description: 'show what would be written, without writing' },
      { flags: '--yes', description: 'write the pages without confirmation' },
    ],
    example: 'memora consolidate --vault ~/brain',
    load: async () => (await import('../commands/consolidate-vault.ts')).consolidateVault,
  },
  {
    name: 'today',
    summary:
      'show the few things that want your look today: contradictions, stale claims, due decisions, open questions',
    example: 'memora today --vault ~/brain',
    load: async () => (await import('../commands/show-today.ts')).showToday,
  },
  {
    name: 'challenge',
    summary:
      'list what needs attention: contradictions, stale claims, due decisions and gaps, most important first',
    options: [
      { flags: '--region <name>', description: 'only this region; does not keep the report' },
      { flags: '--all', description: 'include acknowledged items' },
      { flags: '--dry-run', description: 'do not keep the report' },
    ],
    example: 'memora challenge --vault ~/brain',
    load: async () => (await import('../commands/challenge-vault.ts')).challengeVault,
  },
  {
    name: 'challenge acknowledge',
    summary: 'acknowledge an item; it stays hidden until something about it changes',
    args: '<item-id>',
    options: [{ flags: '--reason <text>', description: 'the reason, recorded in the ledger' }],
    example: 'memora challenge acknowledge 0f1e2d3c4b5a6978 --reason "planned for May" --vault ~/brain',
    load: async () => (await import('../commands/challenge-vault.ts')).acknowledgeItem,
  },
];
