import type { CommandSpec } from '../command-spec.ts';

/** Commands that keep, move and undo the memories of agents. */
export const MEMORY_KEEPING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'memory log',
    summary: 'show the changes to what agents remember: when, in which session or run, to which memory',
    options: [
      {
        flags: '--batch <id>',
        description: 'only entries of this session, consolidation, import or rollback',
      },
      { flags: '--memory <memory-id>', description: 'only entries that name this memory' },
      {
        flags: '--operation <operation>',
        description: 'only this operation',
        choices: [
          ...['remember', 'reinforce', 'supersede', 'contest', 'merge', 'expire'],
          ...['move', 'refresh', 'import', 'sync', 'rollback', 'memory_updated'],
        ],
      },
    ],
    example: 'memora memory log --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryLogOutput,
    load: async () => (await import('../../commands/memory/keep/memory-log.ts')).memoryLog,
  },
  {
    name: 'memory record',
    summary: 'turn the recording of conversations with agents on or off; asks you in a terminal',
    args: '[answer]',
    argChoices: ['always', 'never'],
    writes: true,
    varies: true,
    example: 'memora memory record never --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryRecordOutput,
    load: async () => (await import('../../commands/memory/record-turns.ts')).recordTurns,
  },
  {
    name: 'memory hook',
    summary: 'run by the hooks of a coding agent: reads the event from stdin, never fails',
    args: '<event>',
    gives:
      'It answers a coding agent with JSON of its own: `additionalContext`, where the agent looks for it, and `systemMessage`.',
    needs: 'input',
    example: 'memora memory hook SessionStart --vault ~/brain',
    load: async () => (await import('../../commands/memory/run-memory-hook.ts')).runMemoryHook,
  },
  {
    name: 'memory consolidate',
    summary: 'clean up what agents remember: duplicates, expired facts, facts without evidence',
    options: [{ flags: '--dry-run', description: 'show what it would change and change nothing' }],
    writes: true,
    varies: true,
    example: 'memora memory consolidate --dry-run --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryConsolidateOutput,
    load: async () =>
      (await import('../../commands/memory/keep/consolidate-agent-memory.ts')).consolidateAgentMemory,
  },
  {
    name: 'memory export',
    summary:
      'write what agents remember to stdout: a complete bundle, JSON items, Portable AI Memory, or Markdown',
    options: [
      {
        flags: '--format <format>',
        description: 'bundle (the default), json, pam (Portable AI Memory 1.0) or markdown',
        choices: ['bundle', 'json', 'pam', 'markdown'],
      },
      {
        flags: '--public',
        description: 'for sharing: public memories as text, private memories as hashes, no secret memories',
      },
      { flags: '--reveal', description: 'include secret text' },
    ],
    gives:
      'The output is the same with and without `--json`: a bundle of one object a line, an array of items, or Markdown.',
    after: ['memory save'],
    varies: true,
    example: 'memora memory export --vault ~/brain > memory.jsonl',
    load: async () => (await import('../../commands/memory/keep/export-memory.ts')).exportMemory,
  },
  {
    name: 'memory import',
    summary: 'import a bundle under the ids it had, or the memories of another system, with less trust',
    args: '<path>',
    options: [{ flags: '--yes', description: 'do not ask before a bundle is imported' }],
    writes: true,
    after: ['memory export'],
    varies: true,
    example: 'memora memory import memory.jsonl --yes --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryImportOutput,
    load: async () => (await import('../../commands/memory/keep/import-memory.ts')).importMemory,
  },
  {
    name: 'memory sync',
    summary: 'import new memories of other systems, and write pending changes there',
    args: '[bridge]',
    options: [
      { flags: '--dry-run', description: 'show what it would do and write nothing' },
      { flags: '--retry', description: 'retry what failed too often' },
    ],
    varies: true,
    example: 'memora memory sync --dry-run --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memorySyncOutput,
    load: async () => (await import('../../commands/bridge/sync-memories.ts')).syncMemories,
  },
  {
    name: 'memory detect',
    summary:
      'look for memory servers among those of your agents; starts and writes nothing without your consent',
    varies: true,
    example: 'memora memory detect --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryDetectOutput,
    load: async () => (await import('../../commands/bridge/detect-bridges.ts')).detectBridges,
  },
  {
    name: 'memory rollback',
    summary: 'undo everything that came from a session, a turn or a source, as if it had never been there',
    options: [
      {
        flags: '--batch <id>',
        description: 'what this run saved; with the id of a rollback, undo that rollback',
      },
      { flags: '--session <id>', description: 'what this session said and saved' },
      { flags: '--conversation <id>', description: 'this conversation and what was saved from it' },
      { flags: '--turn <conversation#tN>', description: 'this turn and what was saved from it' },
      { flags: '--agent <name>', description: 'what this agent saved' },
      { flags: '--since <time>', description: 'what was saved since this time' },
      { flags: '--source <source>', description: 'everything from this tool, address, domain or agent' },
      { flags: '--dry-run', description: 'show what it would change and change nothing' },
      {
        flags: '--erase',
        description: 'erase the rolled-back memories, also from the trash; this cannot be undone',
      },
      { flags: '--yes', description: 'do not ask' },
    ],
    varies: true,
    example: 'memora memory rollback --source poison.example.org --dry-run --vault ~/brain',
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryRollbackOutput,
    load: async () => (await import('../../commands/memory/keep/roll-back-memory.ts')).rollBackMemory,
  },
  {
    name: 'memory audit',
    summary: 'check each memory of another system against your notes and chats; reads files only',
    args: '<path...>',
    options: [
      {
        flags: '--against <path...>',
        description: 'the vaults, folders of Markdown and files of chats to check the memories against',
      },
      {
        flags: '--folder <folder>',
        description:
          'the project whose files, scripts and versions memories may name; by default the one next to the store',
      },
      {
        flags: '--format <format>',
        description: 'text (the default), json, sarif, junit or html; none contains text of a memory',
        choices: ['text', 'json', 'sarif', 'junit', 'html'],
      },
      {
        flags: '--fail-on <verdicts>',
        description:
          'exit with 1 if any of these is found, separated by commas (default: secret,injected,contradicted; none for never)',
      },
    ],
    varies: true,
    example: 'memora memory audit CLAUDE.md --against ~/brain',
    pages: true,
    output: async () => (await import('../../outputs/memory-outputs.ts')).memoryAuditOutput,
    load: async () => (await import('../../commands/bridge/audit-memories.ts')).auditMemories,
  },
];
