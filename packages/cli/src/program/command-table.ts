import type { CommandSpec, OptionSpec } from './command-spec.ts';
import { KEEPING_COMMANDS } from './keeping-commands.ts';
import { MAINTENANCE_COMMANDS } from './maintenance-commands.ts';

const asOf: OptionSpec = { flags: '--as-of <date>', description: 'what was true on that date' };
const knownAt: OptionSpec = {
  flags: '--known-at <date>',
  description: 'as it was known then: what came later is left out, what has gone since is found',
};
const region: OptionSpec = { flags: '--region <name>', description: 'only notes of this region (folder)' };
const reveal: OptionSpec = { flags: '--reveal', description: 'show secret text instead of [redacted]' };
const revealPaths: OptionSpec = { flags: '--reveal', description: 'name secret notes by their paths, too' };

const reason: OptionSpec = { flags: '--reason <text>', description: 'why; it stands in the ledger' };

const DAILY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'start a vault: a config, and in an empty folder a sample note; never overwrites',
    example: 'memora init --vault ~/brain',
    load: async () => (await import('../commands/init-vault.ts')).initVault,
  },
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
      { flags: '--dry-run', description: 'say what would be done and what it would cost; write nothing' },
      { flags: '--no-write', description: 'index, but touch no note' },
    ],
    example: 'memora index --vault ~/brain',
    load: async () => (await import('../commands/index-notes.ts')).indexNotes,
  },
  {
    name: 'notes autofill',
    summary: 'show which frontmatter keys the notes lack, and add them on a yes',
    options: [
      { flags: '--note <path>', description: 'only this note' },
      { flags: '--yes', description: 'add them without asking' },
      revealPaths,
    ],
    example: 'memora notes autofill --vault ~/brain',
    load: async () => (await import('../commands/autofill-notes.ts')).autofillNotes,
  },
  {
    name: 'watch',
    summary: 'keep the claims up to date while notes change; one watcher per vault',
    example: 'memora watch --vault ~/brain',
    load: async () => (await import('../commands/watch-vault.ts')).watchVault,
  },
  {
    name: 'query',
    alias: 'ask',
    summary: 'answer a question from the notes, every citation re-read and re-hashed',
    args: '<text...>',
    options: [
      { flags: '--claims', description: 'only the claims that were found, no answer' },
      asOf,
      knownAt,
      { flags: '--k <number>', description: 'how many claims to answer from' },
      region,
      { flags: '--raw', description: 'also the draft before verification, marked as such' },
      reveal,
    ],
    example: 'memora query "How often do the buoys report?" --vault ~/brain',
    load: async () => (await import('../commands/query-vault.ts')).queryVault,
  },
  {
    name: 'verify',
    summary: 'audit an answer that cites claims; from stdin without a file',
    args: '[file]',
    options: [
      {
        flags: '--format <format>',
        description: 'how to print the report',
        choices: ['text', 'json', 'sarif', 'junit'],
      },
      { flags: '--allow-superseded', description: 'a superseded citation is no problem' },
      { flags: '--allow-uncited', description: 'a statement without a citation is no problem' },
      {
        flags: '--entailment',
        description: 'also ask a judge whether the cited text says so; an opinion, no proof',
      },
      {
        flags: '--fail-unsupported',
        description: 'with a judge: a statement that is not judged entailed is a problem',
      },
      {
        flags: '--nli <folder>',
        description: 'judge with the NLI model in this folder instead of the configured chat model',
      },
      asOf,
      knownAt,
      {
        flags: '--html <file>',
        description: 'write a page that shows each statement beside the text it cites',
      },
      {
        flags: '--receipt <file>',
        description: 'write a receipt that others can check without the database',
      },
      reveal,
    ],
    example: 'memora verify answer.md --vault ~/brain',
    load: async () => (await import('../commands/verify-answer.ts')).verifyAnswer,
  },
  {
    name: 'demo',
    summary: 'a throwaway vault, two questions, and one of every bad citation',
    options: [
      { flags: '--keep', description: 'keep the throwaway vault and say where it is' },
      { flags: '--html <file>', description: 'also write the audit as one HTML page' },
      { flags: '--open', description: 'show that page in the browser' },
    ],
    example: 'memora demo',
    load: async () => (await import('../commands/demo.ts')).demo,
  },
  {
    name: 'claims list',
    summary: 'list the stored claims',
    options: [
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
      { flags: '--limit <number>', description: 'at most so many' },
      { flags: '--after <cursor>', description: 'go on behind the page that ended with it' },
      reveal,
    ],
    example: 'memora claims list --subject tidewatch --vault ~/brain',
    load: async () => (await import('../commands/claims-list.ts')).claimsList,
  },
  {
    name: 'claims show',
    summary: 'show one claim with its source line, the span marked',
    args: '<claim-id>',
    options: [reveal],
    example: 'memora claims show 1a2b3c4d5e6f7g8h --vault ~/brain',
    load: async () => (await import('../commands/claims-show.ts')).claimsShow,
  },
  {
    name: 'claims history',
    summary: 'what became of one claim, and when',
    args: '<claim-id>',
    example: 'memora claims history 1a2b3c4d5e6f7g8h --vault ~/brain',
    load: async () => (await import('../commands/claims-history.ts')).claimsHistory,
  },
  {
    name: 'claims extract',
    summary: 'show what an extractor makes of one note, without storing it',
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
    name: 'claims forget',
    summary: 'retract a claim for good, with an entry in _ledger.md',
    args: '<claim-id>',
    options: [reason, { flags: '--dry-run', description: 'only say what would become stale' }],
    example: 'memora claims forget 1a2b3c4d5e6f7g8h --reason "a typing mistake" --vault ~/brain',
    load: async () => (await import('../commands/claims-forget.ts')).claimsForget,
  },
  {
    name: 'timeline',
    summary: 'everything the notes ever said about a subject, oldest first',
    args: '<subject...>',
    options: [reveal],
    example: 'memora timeline tidewatch --vault ~/brain',
    load: async () => (await import('../commands/show-timeline.ts')).showTimeline,
  },
  {
    name: 'contradictions',
    summary: 'claims that cannot both hold, with the source line of each',
    options: [{ flags: '--subject <text>', description: 'only the claims about this subject' }],
    example: 'memora contradictions --vault ~/brain',
    load: async () => (await import('../commands/review-contradictions.ts')).listContradictions,
  },
  {
    name: 'contradictions acknowledge',
    summary: 'let both claims of a contradiction stand',
    args: '<contradiction-id>',
    options: [reason],
    example: 'memora contradictions acknowledge 0f1e2d3c4b5a6978 --reason "two sites" --vault ~/brain',
    load: async () => (await import('../commands/review-contradictions.ts')).acknowledgeContradiction,
  },
  {
    name: 'contradictions resolve',
    summary: 'decide a contradiction for one of its claims',
    args: '<contradiction-id> <claim-id>',
    options: [reason],
    example: 'memora contradictions resolve 0f1e2d3c4b5a6978 1a2b3c4d5e6f7g8h --vault ~/brain',
    load: async () => (await import('../commands/review-contradictions.ts')).resolveContradiction,
  },
  {
    name: 'stale',
    summary: 'claims that rest on something superseded or gone, and why',
    example: 'memora stale --vault ~/brain',
    load: async () => (await import('../commands/review-stale.ts')).listStale,
  },
  {
    name: 'stale revalidate',
    summary: 'say that a stale claim still holds',
    args: '<claim-id>',
    options: [reason],
    example: 'memora stale revalidate 1a2b3c4d5e6f7g8h --reason "checked again" --vault ~/brain',
    load: async () => (await import('../commands/review-stale.ts')).revalidateStale,
  },
  {
    name: 'decisions',
    summary: 'the decisions in the notes, newest first, and the open questions',
    example: 'memora decisions --vault ~/brain',
    load: async () => (await import('../commands/list-decisions.ts')).listDecisions,
  },
  {
    name: 'serve',
    summary: 'the MCP server on stdin and stdout, or on loopback HTTP (the same as memora-mcp)',
    options: [
      { flags: '--http <port>', description: 'listen on 127.0.0.1 instead; 0 takes a free port' },
      { flags: '--token-file <file>', description: 'file of the bearer token; made where it is missing' },
      { flags: '--tools <set>', description: 'which tools to list', choices: ['all', 'core'] },
    ],
    example: 'memora serve --vault ~/brain',
    load: async () => (await import('../commands/serve-vault.ts')).serveVault,
  },
  {
    name: 'privacy audit',
    summary: 'what is secret and why, what looks as if it should be, and what has left',
    options: [
      { flags: '--question <text>', description: 'also what asking this would send; nothing is sent' },
      revealPaths,
    ],
    example: 'memora privacy audit --vault ~/brain',
    load: async () => (await import('../commands/privacy-audit.ts')).privacyAudit,
  },
  {
    name: 'privacy erase',
    summary: 'take a claim, a note or a source out of everything that Memora wrote, and prove it',
    args: '<target...>',
    options: [{ flags: '--dry-run', description: 'say what would go; change nothing' }, revealPaths],
    example: 'memora privacy erase people/ida.md --dry-run --vault ~/brain',
    load: async () => (await import('../commands/privacy-erase.ts')).privacyErase,
  },
  {
    name: 'privacy feedback',
    alias: 'use',
    summary:
      'how much was learned from the questions asked so far (retrieval.learn_from_use), and unlearning it',
    options: [{ flags: '--reset', description: 'unlearn all of it' }],
    example: 'memora privacy feedback --reset --vault ~/brain',
    load: async () => (await import('../commands/privacy-feedback.ts')).privacyFeedback,
  },
  {
    name: 'doctor',
    summary: 'check notes, database, config and network, and say how to mend what is wrong',
    options: [{ flags: '--repair', description: 'mend what can be mended without loss' }, revealPaths],
    example: 'memora doctor --vault ~/brain',
    load: async () => (await import('../commands/run-doctor.ts')).runDoctor,
  },
];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  ...DAILY_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...KEEPING_COMMANDS,
];
