import { ASKING_COMMANDS } from './asking-commands.ts';
import type { CommandSpec } from './command-spec.ts';
import { KEEPING_COMMANDS } from './keeping-commands.ts';
import { MAINTENANCE_COMMANDS } from './maintenance-commands.ts';
import { MODEL_COMMANDS } from './model-commands.ts';
import { asOf, knownAt, reason, region, reveal, revealPaths, team } from './option-specs.ts';
import { STARTING_COMMANDS } from './starting-commands.ts';
import { TEAM_COMMANDS } from './team-commands.ts';

const INDEXING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'index',
    summary: 'read the notes and extract, store and relate their claims',
    options: [
      {
        flags: '--extractor <name>',
        description: 'who extracts claims',
        choices: ['offline', 'llm'],
      },
      { flags: '--full', description: 'read every note again, changed or not' },
      { flags: '--no-contradict', description: 'do not look for contradictions' },
      { flags: '--dry-run', description: 'show what would be done and what it would cost, without writing' },
      { flags: '--no-write', description: 'index without changing any note' },
    ],
    example: 'memora index --vault ~/brain',
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
    example: 'memora notes autofill --vault ~/brain',
    load: async () => (await import('../commands/autofill-notes.ts')).autofillNotes,
  },
  {
    name: 'watch',
    summary: 'keep the claims up to date while notes change; one watcher per vault',
    gives: 'It runs until you stop it. With `--json` it prints one event a line.',
    example: 'memora watch --vault ~/brain',
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
    gives: 'It shows the product to a person.',
    example: 'memora demo',
    load: async () => (await import('../commands/demo.ts')).demo,
  },
  {
    name: 'claims list',
    summary: 'list the stored claims',
    options: [
      team,
      { flags: '--note <path>', description: 'only the claims of this note' },
      { flags: '--subject <text>', description: 'only the claims about this subject' },
      {
        flags: '--status <status>',
        description: 'only the claims in this state',
        choices: ['current', 'superseded', 'stale', 'contested', 'retracted'],
      },
      region,
      asOf,
      knownAt,
      { flags: '--limit <number>', description: 'maximum number of claims' },
      { flags: '--after <cursor>', description: 'continue after the page that returned this cursor' },
      reveal,
    ],
    example: 'memora claims list --subject tidewatch --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/claims-list.ts')).claimsList,
  },
  {
    name: 'claims show',
    summary: 'show one claim with its source line, the span marked; the beginning of an id is enough',
    args: '<claim-id>',
    options: [reveal],
    example: 'memora claims show 1a2b3c4d5e6f7g8h --vault ~/brain',
    load: async () => (await import('../commands/claims-show.ts')).claimsShow,
  },
  {
    name: 'claims history',
    summary: 'show the history of one claim',
    args: '<claim-id>',
    example: 'memora claims history 1a2b3c4d5e6f7g8h --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/claims-history.ts')).claimsHistory,
  },
  {
    name: 'claims extract',
    summary: 'show the claims that an extractor finds in one note, without storing them',
    options: [
      { flags: '--note <path>', description: 'the note, from the root of the vault' },
      {
        flags: '--extractor <name>',
        description: 'who extracts claims',
        choices: ['offline', 'llm'],
      },
    ],
    example: 'memora claims extract --note projects/tidewatch.md --vault ~/brain',
    load: async () => (await import('../commands/claims-extract.ts')).claimsExtract,
  },
  {
    name: 'claims refused',
    summary: 'list what a model returned and was not accepted, with the reason',
    options: [{ flags: '--note <path>', description: 'only the records of this note' }],
    example: 'memora claims refused --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/claims-refused.ts')).claimsRefused,
  },
  {
    name: 'claims forget',
    summary: 'retract a claim for good, with an entry in _ledger.md',
    args: '<claim-id>',
    options: [reason, { flags: '--dry-run', description: 'only list what would become stale' }],
    example: 'memora claims forget 1a2b3c4d5e6f7g8h --reason "a typing mistake" --vault ~/brain',
    load: async () => (await import('../commands/claims-forget.ts')).claimsForget,
  },
  {
    name: 'timeline',
    summary: 'list all claims about a subject, oldest first',
    args: '<subject...>',
    options: [team, asOf, reveal],
    example: 'memora timeline tidewatch --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/show-timeline.ts')).showTimeline,
  },
  {
    name: 'entities',
    summary: 'list the people and things that the notes name',
    example: 'memora entities --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/entities-list.ts')).entitiesList,
  },
  {
    name: 'entities merge',
    summary: 'make names mean one person or thing, in _entities.md',
    args: '<entity> <name...>',
    options: [{ flags: '--in <folder>', description: 'only in the notes of this folder' }],
    example: 'memora entities merge "Anna Lind" Annie --vault ~/brain',
    load: async () => (await import('../commands/entities-merge.ts')).entitiesMerge,
  },
  {
    name: 'entities split',
    summary: 'make a name mean another person or thing, in _entities.md',
    args: '<name> <entity>',
    options: [{ flags: '--in <folder>', description: 'only in the notes of this folder' }],
    example: 'memora entities split Anna "Anna Berg" --in work/ --vault ~/brain',
    load: async () => (await import('../commands/entities-split.ts')).entitiesSplit,
  },
  {
    name: 'contradictions',
    summary: 'list claims that contradict each other, with their source lines',
    options: [team, { flags: '--subject <text>', description: 'only the claims about this subject' }],
    example: 'memora contradictions --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/review-contradictions.ts')).listContradictions,
  },
  {
    name: 'contradictions acknowledge',
    summary: 'keep both claims of a contradiction',
    args: '<contradiction-id>',
    options: [reason],
    example: 'memora contradictions acknowledge 0f1e2d3c4b5a6978 --reason "two sites" --vault ~/brain',
    load: async () => (await import('../commands/review-contradictions.ts')).acknowledgeContradiction,
  },
  {
    name: 'contradictions resolve',
    summary: 'resolve a contradiction in favour of one claim',
    args: '<contradiction-id> <claim-id>',
    options: [reason],
    example: 'memora contradictions resolve 0f1e2d3c4b5a6978 1a2b3c4d5e6f7g8h --vault ~/brain',
    load: async () => (await import('../commands/review-contradictions.ts')).resolveContradiction,
  },
  {
    name: 'stale',
    summary: 'list claims whose sources are superseded or gone, with the reason',
    options: [team],
    example: 'memora stale --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/review-stale.ts')).listStale,
  },
  {
    name: 'stale revalidate',
    summary: 'confirm that a stale claim still holds',
    args: '<claim-id>',
    options: [reason],
    example: 'memora stale revalidate 1a2b3c4d5e6f7g8h --reason "checked again" --vault ~/brain',
    load: async () => (await import('../commands/review-stale.ts')).revalidateStale,
  },
  {
    name: 'decisions',
    summary: 'list the decisions in the notes, newest first, and the open questions',
    options: [team],
    example: 'memora decisions --vault ~/brain',
    pages: true,
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
        description:
          'what the tools of the memory are called; memory: memory_save, memory_search, memory_forget',
        choices: ['memora', 'memory'],
      },
    ],
    gives: 'It speaks the Model Context Protocol; see [MCP tools](mcp.md).',
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
    example: 'memora privacy audit --vault ~/brain',
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
    example: 'memora privacy erase people/ida.md --dry-run --vault ~/brain',
    load: async () => (await import('../commands/privacy-erase.ts')).privacyErase,
  },
  {
    name: 'privacy feedback',
    alias: 'use',
    summary:
      'how much was learned from the questions asked so far (retrieval.learn_from_use), and unlearning it',
    options: [{ flags: '--reset', description: 'forget everything learned' }],
    example: 'memora privacy feedback --reset --vault ~/brain',
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
    example: 'memora doctor --vault ~/brain',
    load: async () => (await import('../commands/run-doctor.ts')).runDoctor,
  },
  {
    name: 'operations',
    summary: 'list every command and tool with the schemas of what it takes and gives',
    gives:
      'It gives `operations`, each with `name`, `summary`, `cli`, `mcp`, `team`, `redacted`, `input` and `output`: the last two as JSON Schema, `output` null where none says it.',
    example: 'memora operations --json',
    pages: true,
    load: async () => (await import('../commands/list-operations.ts')).listOperations,
  },
];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...STARTING_COMMANDS,
  ...INDEXING_COMMANDS,
  ...ASKING_COMMANDS,
  ...DAILY_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...MODEL_COMMANDS,
  ...KEEPING_COMMANDS,
  ...TEAM_COMMANDS,
];
