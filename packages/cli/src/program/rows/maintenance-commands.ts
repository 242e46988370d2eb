import type { CommandSpec } from '../command-spec.ts';
import { SECRET_TEXT } from './option-specs.ts';

/** The commands that keep the memory reliable. */
export const MAINTENANCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'today',
    summary:
      'show the few things that need your attention today: contradictions, stale claims, due decisions, open questions',
    group: 'Look after',
    example: 'memora today --vault ~/brain',
    redacted: SECRET_TEXT,
    output: async () => (await import('../../outputs/keeping-outputs.ts')).todayOutput,
    load: async () => (await import('../../commands/show-today.ts')).showToday,
  },
  {
    name: 'consolidate',
    summary: 'update the atlas pages and world_map.md from the claims; keeps your own text on them',
    options: [
      { flags: '--region <name>', description: 'only the pages of this region and those below it' },
      { flags: '--all', description: 'write every page, changed or not' },
      { flags: '--dry-run', description: 'show what would be written, without writing' },
      { flags: '--yes', description: 'write the pages without confirmation' },
    ],
    group: 'Notes',
    example: 'memora consolidate --dry-run --vault ~/brain',
    output: async () => (await import('../../outputs/vault-outputs.ts')).consolidateOutput,
    load: async () => (await import('../../commands/consolidate-vault.ts')).consolidateVault,
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
    group: 'Look after',
    example: 'memora challenge --dry-run --vault ~/brain',
    redacted: SECRET_TEXT,
    output: async () => (await import('@memora/mcp/outputs')).outputOf('memora_challenge'),
    load: async () => (await import('../../commands/challenge-vault.ts')).challengeVault,
  },
  {
    name: 'challenge acknowledge',
    summary: 'acknowledge an item; it stays hidden until something about it changes',
    args: '<item-id>',
    options: [{ flags: '--reason <text>', description: 'the reason, recorded in the ledger' }],
    writes: true,
    example: 'memora challenge acknowledge 7a6b5c4d3e2f1a0b --reason "planned for May" --vault ~/brain',
    output: async () => (await import('../../outputs/claims-outputs.ts')).acknowledgedOutput,
    load: async () => (await import('../../commands/challenge-vault.ts')).acknowledgeItem,
  },
];
