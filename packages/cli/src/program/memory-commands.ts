import type { CommandSpec } from './command-spec.ts';

/** What agents remember, for the person at the terminal. */
export const MEMORY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'memory',
    summary: 'how much agents remember, by kind, state and folder',
    example: 'memora memory --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/memory/memory-stats.ts')).memoryStats,
  },
  {
    name: 'memory stats',
    summary: 'the same',
    example: 'memora memory stats --vault ~/brain',
    load: async () => (await import('../commands/memory/memory-stats.ts')).memoryStats,
  },
  {
    name: 'memory edit',
    summary: 'open MEMORY.md, which every session knows, in your editor; nothing else writes it',
    gives: 'It opens your editor.',
    example: 'memora memory edit --vault ~/brain',
    load: async () => (await import('../commands/memory/edit-pinned.ts')).editPinned,
  },
  {
    name: 'memory search',
    summary: 'recall what is remembered; every line is re-read and re-hashed',
    args: '<text...>',
    options: [
      { flags: '--limit <number>', description: 'how many lines at most; 5 by default' },
      { flags: '--min-score <number>', description: 'leave out memories that fit the question less' },
    ],
    example: 'memora memory search "Where does the relay run?" --vault ~/brain',
    load: async () => (await import('../commands/memory/search-memories.ts')).searchMemories,
  },
  {
    name: 'memory list',
    summary: 'list what is remembered, a page at a time',
    options: [
      {
        flags: '--status <status>',
        description: 'only memories in this state',
        choices: ['current', 'contested', 'superseded', 'stale', 'held'],
      },
      { flags: '--limit <number>', description: 'how many a page has; 50 by default, 1000 at most' },
      { flags: '--after <cursor>', description: 'continue after the page that returned this cursor' },
    ],
    example: 'memora memory list --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/memory/list-memories.ts')).listMemories,
  },
  {
    name: 'memory show',
    summary: 'show one memory in full, with the turn it rests on',
    args: '<memory-id>',
    options: [{ flags: '--reveal', description: 'show secret text instead of [redacted]' }],
    gives: 'It gives one memory, with the keys that `memora memory list` gives each.',
    example: 'memora memory show mem_k3f9q2x7m1ab --vault ~/brain',
    load: async () => (await import('../commands/memory/show-memory.ts')).showMemory,
  },
  {
    name: 'memory save',
    summary: 'remember a statement, as an agent does; put what you want trusted as your own into MEMORY.md',
    args: '<text...>',
    options: [
      {
        flags: '--kind <kind>',
        description:
          'fact (the default), preference, profile, event, procedure, tool, decision, incident or lesson',
      },
      { flags: '--entity <name>', description: 'the person, project or thing it is about: its folder' },
      { flags: '--supersedes <memory-id>', description: 'the memory that it replaces' },
      {
        flags: '--session <id>',
        description: 'go on with this session: its turns can be quoted, its saves count',
      },
      { flags: '--quote <text>', description: 'words that say it; of a turn of the session, they prove it' },
      {
        flags: '--lasts <how-long>',
        description:
          "how long it is so; what lasts a moment is not kept, and a day's stands in today's notes",
        choices: ['moment', 'day', 'project', 'always'],
      },
      { flags: '--said-by <who>', description: 'user, own_work or tool:<where it was read>' },
      { flags: '--valid-until <date>', description: 'the day until which it is so' },
      {
        flags: '--privacy <band>',
        description: 'who may read it; private by default',
        choices: ['public', 'private', 'secret'],
      },
    ],
    gives:
      'It gives `decision`, `code`, `memory_id`, `target`, `trust`, `band`, `held`, `reasons`, `similar`, `grounding` and `saves_left`.',
    example: 'memora memory save "The relay of Harbor runs in Lisbon." --vault ~/brain',
    load: async () => (await import('../commands/memory/save-memory.ts')).saveMemory,
  },
  {
    name: 'memory forget',
    summary: 'move a memory to the trash; of a claim of your notes, retract it in _ledger.md',
    args: '<memory-or-claim-id>',
    options: [{ flags: '--reason <text>', description: 'the reason, recorded in the ledger' }],
    gives: 'It gives `forgotten`, `where`, `path`, `falls` and `restore`.',
    example: 'memora memory forget mem_k3f9q2x7m1ab --reason "out of date" --vault ~/brain',
    load: async () => (await import('../commands/memory/forget-memory.ts')).forgetMemory,
  },
  {
    name: 'memory restore',
    summary: 'bring back a memory that was forgotten, or a file below /memories that an agent deleted',
    args: '<memory-id-or-path>',
    gives: 'It gives `restored` and `path`.',
    example: 'memora memory restore mem_k3f9q2x7m1ab --vault ~/brain',
    load: async () => (await import('../commands/memory/restore-memory.ts')).restoreMemory,
  },
  {
    name: 'memory held',
    summary: 'list memories that no agent recalls before you confirm them',
    example: 'memora memory held --vault ~/brain',
    load: async () => (await import('../commands/memory/held-memories.ts')).listHeld,
  },
  {
    name: 'memory confirm',
    summary: 'let a held memory be used; asks you on a terminal',
    args: '<memory-id>',
    gives: 'It asks a person on a terminal, and gives `confirmed`.',
    example: 'memora memory confirm mem_k3f9q2x7m1ab --vault ~/brain',
    load: async () => (await import('../commands/memory/confirm-memory.ts')).confirmMemory,
  },
  {
    name: 'memory log',
    summary: 'show what was done to what agents remember: when, in which session or run, to which memory',
    options: [
      { flags: '--batch <id>', description: 'only of this session, consolidation, import or rollback' },
      { flags: '--memory <memory-id>', description: 'only what names this memory' },
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
    load: async () => (await import('../commands/memory/keep/memory-log.ts')).memoryLog,
  },
  {
    name: 'memory record',
    summary: 'turn the recording of what is said to agents with hooks on or off; asks you on a terminal',
    args: '[answer]',
    argChoices: ['always', 'never'],
    gives: 'It gives `record` and `retention_days`.',
    example: 'memora memory record never --vault ~/brain',
    load: async () => (await import('../commands/memory/record-turns.ts')).recordTurns,
  },
  {
    name: 'memory hook',
    summary: 'what a coding agent runs at its hooks: reads the event on stdin, never fails',
    args: '<event>',
    gives:
      'It answers a coding agent with JSON of its own: `additionalContext`, where the agent looks for it, and `systemMessage`.',
    example: 'memora memory hook SessionStart --vault ~/brain',
    load: async () => (await import('../commands/memory/run-memory-hook.ts')).runMemoryHook,
  },
  {
    name: 'memory consolidate',
    summary: 'tidy what agents remember: duplicates, what is over, what lost its evidence',
    options: [{ flags: '--dry-run', description: 'show what it would change and change nothing' }],
    gives:
      'It gives `steps` and `left`, each with `pass`, `code` and `notes`, `asks` (pairs of ids, newer and older, that a reader is asked about), `batch` (null where nothing was changed), `emptied` (files deleted from the trash) and `busy`, which is true where another process is at it.',
    example: 'memora memory consolidate --dry-run --vault ~/brain',
    load: async () =>
      (await import('../commands/memory/keep/consolidate-agent-memory.ts')).consolidateAgentMemory,
  },
  {
    name: 'memory export',
    summary:
      'write what agents remember to stdout: a bundle that holds all of it, items of JSON, Portable AI Memory, or Markdown',
    options: [
      {
        flags: '--format <format>',
        description: 'bundle (the default), json, pam (Portable AI Memory 1.0) or markdown',
        choices: ['bundle', 'json', 'pam', 'markdown'],
      },
      {
        flags: '--public',
        description: 'for sharing: public memories with text, private ones as hashes, no secret ones',
      },
      { flags: '--reveal', description: 'secret text too, which is left out without it' },
    ],
    gives:
      'It writes what was asked for, with and without `--json`: a bundle of one object a line, an array of items, or Markdown.',
    example: 'memora memory export --vault ~/brain > memory.jsonl',
    load: async () => (await import('../commands/memory/keep/export-memory.ts')).exportMemory,
  },
  {
    name: 'memory import',
    summary: 'bring a bundle back under the ids it had, or what another system remembers, with less trust',
    args: '<path>',
    options: [{ flags: '--yes', description: 'do not ask before a bundle is imported' }],
    gives:
      'It gives `batch` (null where nothing was written), `written`, `same` and `differs`; of a store of another system `batch`, `read`, `written`, `held`, `same`, `left`, `screened` and `problems`.',
    example: 'memora memory import memory.jsonl --vault ~/brain',
    load: async () => (await import('../commands/memory/keep/import-memory.ts')).importMemory,
  },
  {
    name: 'memory sync',
    summary: 'import what is new in the memories of other systems, and write pending changes there',
    args: '[bridge]',
    options: [
      { flags: '--dry-run', description: 'show what it would do and write nothing' },
      { flags: '--retry', description: 'retry what failed too often' },
    ],
    gives:
      'It gives `bridges`, each with `name`, `provider`, `problem`, `pulled` (`batch`, `written`, `held`, `same`, `left`), `pushed` (`saved`, `removed`), `pending`, `dead`, `refused`, `contested` and `doubtful`.',
    example: 'memora memory sync --dry-run --vault ~/brain',
    load: async () => (await import('../commands/bridge/sync-memories.ts')).syncMemories,
  },
  {
    name: 'memory detect',
    summary: 'look for memory servers among those of your agents; starts and writes nothing without your yes',
    gives:
      'It gives `servers` that were not asked about, each with `name` and `clients`, `others` and `written`; with `--json` it asks nothing.',
    example: 'memora memory detect --vault ~/brain',
    load: async () => (await import('../commands/bridge/detect-bridges.ts')).detectBridges,
  },
  {
    name: 'memory rollback',
    summary:
      'take back everything that came from a session, a turn or a source, as if it had never been there',
    options: [
      { flags: '--batch <id>', description: 'what this session saved; of a rollback, undo it' },
      { flags: '--session <id>', description: 'what this session said and saved' },
      { flags: '--conversation <id>', description: 'this conversation and what was saved from it' },
      { flags: '--turn <conversation#tN>', description: 'this turn and what was saved from it' },
      { flags: '--agent <name>', description: 'what this agent saved' },
      { flags: '--since <time>', description: 'what was saved since' },
      { flags: '--source <source>', description: 'what came from this tool, address, domain or agent' },
      { flags: '--dry-run', description: 'show what it would change and change nothing' },
      { flags: '--erase', description: 'erase what falls, in the trash too; that cannot be undone' },
      { flags: '--yes', description: 'do not ask' },
    ],
    gives:
      'It gives `falls`, `stands`, `returns`, `touched`, `daily_lines`, `turns`, `batch` (null where nothing was changed or all of it was erased) and `done`.',
    example: 'memora memory rollback --source poison.example.org --vault ~/brain',
    load: async () => (await import('../commands/memory/keep/roll-back-memory.ts')).rollBackMemory,
  },
  {
    name: 'memory audit',
    summary: 'say of each memory of another system whether your notes or chats say it; reads files alone',
    args: '<path...>',
    options: [
      {
        flags: '--against <path...>',
        description: 'the vaults, folders of Markdown and files of chats that the memories are held against',
      },
      {
        flags: '--folder <folder>',
        description:
          'the project whose files, scripts and versions memories may name; by default the one next to the store',
      },
      {
        flags: '--format <format>',
        description: 'text (the default), json, sarif, junit or html; none holds text of a memory',
        choices: ['text', 'json', 'sarif', 'junit', 'html'],
      },
      {
        flags: '--fail-on <verdicts>',
        description:
          'exit 1 on any of these, split by commas; secret,injected,contradicted by default, none for never',
      },
    ],
    gives:
      'It gives `memories`, `source_lines`, `counts` by verdict, `problems`, and `findings`, each with `verdict`, `code`, `reason`, `provider`, `file`, `line`, `start`, `end` and `against`.',
    example: 'memora memory audit CLAUDE.md --against ~/brain',
    pages: true,
    load: async () => (await import('../commands/bridge/audit-memories.ts')).auditMemories,
  },
];
