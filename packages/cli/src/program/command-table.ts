import type { CommandSpec } from './command-spec.ts';
import { ASKING_COMMANDS } from './rows/asking-commands.ts';
import { CLAIMS_COMMANDS } from './rows/claims-commands.ts';
import { KEEPING_COMMANDS } from './rows/keeping-commands.ts';
import { MAINTENANCE_COMMANDS } from './rows/maintenance-commands.ts';
import { MODEL_COMMANDS } from './rows/model-commands.ts';
import { reason, revealPaths, SECRET_TEXT, team } from './rows/option-specs.ts';
import { STARTING_COMMANDS } from './rows/starting-commands.ts';
import { TEAM_COMMANDS } from './rows/team-commands.ts';

const INDEXING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'index',
    summary: 'read the notes and extract, store and relate their claims',
    options: [
      {
        flags: '--extractor <name>',
        description: 'how to extract claims',
        choices: ['offline', 'llm'],
      },
      { flags: '--full', description: 'read every note again, changed or not' },
      { flags: '--no-contradict', description: 'do not look for contradictions' },
      {
        flags: '--dry-run',
        description: 'show what would be done, and how many tokens a model would use, without writing',
      },
      { flags: '--no-write', description: 'index without changing any note' },
    ],
    group: 'Notes',
    example: 'memora index --vault ~/brain',
    redacted: 'text of notes: figures, codes and names of notes',
    output: async () => (await import('../outputs/claims-outputs.ts')).indexOutput,
    load: async () => (await import('../commands/index-notes.ts')).indexNotes,
  },
  {
    name: 'notes autofill',
    summary: 'list missing frontmatter keys, and add them after confirmation',
    options: [
      { flags: '--note <path>', description: 'only this note' },
      { flags: '--yes', description: 'add them without confirmation' },
      revealPaths,
    ],
    group: 'Notes',
    writes: true,
    example: 'memora notes autofill --yes --vault ~/brain',
    output: async () => (await import('../outputs/vault-outputs.ts')).autofillOutput,
    load: async () => (await import('../commands/autofill-notes.ts')).autofillNotes,
  },
  {
    name: 'watch',
    summary: 'keep the claims up to date while notes change; one watcher per vault',
    group: 'Notes',
    needs: 'a stop',
    example: 'memora watch --vault ~/brain',
    output: async () => (await import('../outputs/vault-outputs.ts')).watchOutput,
    load: async () => (await import('../commands/watch-vault.ts')).watchVault,
  },
];

const DAILY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'demo',
    summary: 'run a demo in a temporary vault: two questions, and one of each kind of bad citation',
    options: [
      { flags: '--keep', description: 'keep the temporary vault and print its path' },
      { flags: '--html <file>', description: 'also write the audit as one HTML page' },
      { flags: '--open', description: 'show that page in the browser' },
    ],
    group: 'Ask',
    varies: true,
    example: 'memora demo',
    redacted: SECRET_TEXT,
    output: async () => (await import('../outputs/answer-outputs.ts')).demoOutput,
    load: async () => (await import('../commands/demo.ts')).demo,
  },
  {
    name: 'contradictions',
    summary: 'list claims that contradict each other, with their source lines',
    options: [team, { flags: '--subject <text>', description: 'only the claims about this subject' }],
    group: 'Look after',
    example: 'memora contradictions --vault ~/brain',
    pages: true,
    redacted: SECRET_TEXT,
    output: async () => (await import('@memora/mcp/outputs')).outputOf('memora_contradictions'),
    load: async () => (await import('../commands/review-contradictions.ts')).listContradictions,
  },
  {
    name: 'contradictions acknowledge',
    summary: 'keep both claims of a contradiction',
    args: '<contradiction-id>',
    options: [reason],
    writes: true,
    example: 'memora contradictions acknowledge 0f1e2d3c4b5a6978 --reason "two sites" --vault ~/brain',
    output: async () => (await import('../outputs/claims-outputs.ts')).settledOutput,
    load: async () => (await import('../commands/review-contradictions.ts')).acknowledgeContradiction,
  },
  {
    name: 'contradictions resolve',
    summary: 'resolve a contradiction in favour of one claim',
    args: '<contradiction-id> <claim-id>',
    options: [reason],
    writes: true,
    example: 'memora contradictions resolve 0f1e2d3c4b5a6978 8h7g6f5e4d3c2b1a --vault ~/brain',
    output: async () => (await import('../outputs/claims-outputs.ts')).settledOutput,
    load: async () => (await import('../commands/review-contradictions.ts')).resolveContradiction,
  },
  {
    name: 'stale',
    summary: 'list claims whose sources are superseded or gone, with the reason',
    options: [team],
    group: 'Look after',
    example: 'memora stale --vault ~/brain',
    pages: true,
    redacted: SECRET_TEXT,
    output: async () => (await import('@memora/mcp/outputs')).outputOf('memora_stale_claims'),
    load: async () => (await import('../commands/review-stale.ts')).listStale,
  },
  {
    name: 'stale revalidate',
    summary: 'confirm that a stale claim still holds',
    args: '<claim-id>',
    options: [reason],
    writes: true,
    example: 'memora stale revalidate 1a2b3c4d5e6f7g8h --reason "checked again" --vault ~/brain',
    output: async () => (await import('../outputs/claims-outputs.ts')).revalidatedOutput,
    load: async () => (await import('../commands/review-stale.ts')).revalidateStale,
  },
  {
    name: 'decisions',
    summary: 'list the decisions in the notes, newest first, and the open questions',
    options: [team],
    group: 'Look after',
    example: 'memora decisions --vault ~/brain',
    pages: true,
    redacted: SECRET_TEXT,
    output: async () => (await import('@memora/mcp/outputs')).outputOf('memora_decisions'),
    load: async () => (await import('../commands/list-decisions.ts')).listDecisions,
  },
  {
    name: 'serve',
    summary: 'run the MCP server on stdin and stdout, or on loopback HTTP (same as memora-mcp)',
    options: [
      { flags: '--http <port>', description: 'listen on 127.0.0.1 instead; 0 picks a free port' },
      { flags: '--token-file <file>', description: 'file with the bearer token; created if missing' },
      {
        flags: '--tools <set>',
        description: 'which tools to list',
        choices: ['all', 'core', 'memory', 'files', 'ingest'],
      },
      {
        flags: '--names <names>',
        description: 'names of the memory tools; memory: memory_save, memory_search, memory_forget',
        choices: ['memora', 'memory'],
      },
    ],
    gives: 'It speaks the Model Context Protocol; see [MCP tools](mcp.md).',
    group: 'Agents',
    needs: 'a stop',
    example: 'memora serve --vault ~/brain',
    load: async () => (await import('../commands/serve-vault.ts')).serveVault,
  },
  {
    name: 'privacy audit',
    summary: 'report what is secret and why, what looks secret but is not marked, and what was sent out',
    options: [
      { flags: '--question <text>', description: 'also show what this question would send; sends nothing' },
      revealPaths,
    ],
    group: 'Look after',
    example: 'memora privacy audit --vault ~/brain',
    redacted: 'secret text: places and reasons alone',
    output: async () => (await import('../outputs/keeping-outputs.ts')).auditOutput,
    load: async () => (await import('../commands/privacy-audit.ts')).privacyAudit,
  },
  {
    name: 'privacy erase',
    summary: 'erase a claim, a note or a source from everything Memora wrote, with proof',
    args: '<target...>',
    options: [
      { flags: '--dry-run', description: 'show what would be erased, without changing anything' },
      revealPaths,
    ],
    example: 'memora privacy erase semantic/suppliers/battery-contract.md --dry-run --vault ~/brain',
    output: async () => (await import('../outputs/keeping-outputs.ts')).eraseOutput,
    load: async () => (await import('../commands/privacy-erase.ts')).privacyErase,
  },
  {
    name: 'privacy feedback',
    summary: 'show how much was learned from earlier questions (retrieval.learn_from_use), or forget it',
    options: [{ flags: '--reset', description: 'forget everything learned' }],
    writes: true,
    example: 'memora privacy feedback --reset --vault ~/brain',
    output: async () => (await import('../outputs/keeping-outputs.ts')).feedbackOutput,
    load: async () => (await import('../commands/privacy-feedback.ts')).privacyFeedback,
  },
  {
    name: 'doctor',
    summary: 'check notes, database, config and network, and suggest a fix for each problem',
    options: [
      { flags: '--repair', description: 'repair what can be repaired without data loss' },
      revealPaths,
      { flags: '--team', description: 'check the database that the team shares instead' },
    ],
    group: 'Look after',
    example: 'memora doctor --vault ~/brain',
    redacted: 'nothing: settings, codes and names of files',
    output: async () => (await import('../outputs/keeping-outputs.ts')).doctorOutput,
    load: async () => (await import('../commands/run-doctor.ts')).runDoctor,
  },
  {
    name: 'operations',
    summary: 'list every command and tool with its input and output schemas',
    group: 'Admin',
    varies: true,
    example: 'memora operations --json',
    pages: true,
    redacted: 'nothing: it reads no note',
    output: async () => (await import('../outputs/keeping-outputs.ts')).operationsOutput,
    load: async () => (await import('../commands/list-operations.ts')).listOperations,
  },
];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...STARTING_COMMANDS,
  ...INDEXING_COMMANDS,
  ...ASKING_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...CLAIMS_COMMANDS,
  ...DAILY_COMMANDS,
  ...MODEL_COMMANDS,
  ...KEEPING_COMMANDS,
  ...TEAM_COMMANDS,
];
