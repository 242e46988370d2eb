import type { CommandSpec } from './command-spec.ts';
import { MEMORY_COMMANDS } from './memory-commands.ts';
import { team } from './option-specs.ts';

/** Writing notes down, and keeping, moving and scheduling what was made of them. */
export const KEEPING_COMMANDS: readonly CommandSpec[] = [
  ...MEMORY_COMMANDS,
  {
    name: 'capture',
    summary: 'write a note from the command line, or from stdin, and index it',
    args: '[text...]',
    options: [
      { flags: '--region <folder>', description: 'where it belongs, e.g. projects/drift' },
      { flags: '--summary <line>', description: 'one-line summary (default: its first line)' },
      { flags: '--tags <a,b>', description: 'tags, separated by commas' },
      { flags: '--privacy <band>', description: 'who may see it', choices: ['public', 'private', 'secret'] },
      { flags: '--daily', description: 'add it to the daily note instead, as a line of its list' },
      { flags: '--team', description: 'write it into your own corner of the memory that the team shares' },
    ],
    example: 'memora capture "The pump runs at 40 bar." --region plant --vault ~/brain',
    load: async () => (await import('../commands/capture-note.ts')).captureNote,
  },
  {
    name: 'ingest',
    summary:
      'read documents into notes whose citations open the page, the second, the row (files, folders, addresses, "-" for stdin)',
    args: '<source...>',
    options: [
      { flags: '--region <folder>', description: 'where the notes belong (default: ingested)' },
      {
        flags: '--privacy <band>',
        description: 'who may see them (default: private)',
        choices: ['public', 'private', 'secret'],
      },
      { flags: '--title <title>', description: 'title of the note (default: that of the document)' },
      { flags: '--type <type>', description: 'extension or media type, where the content does not tell it' },
      {
        flags: '--keep-original',
        description: 'keep the original in the vault (_originals), to prove the text of the note by it',
      },
      {
        flags: '--follow',
        description:
          'read it again each day while memora watch runs, and with memora ingest refresh --followed',
      },
      { flags: '--force', description: 'read it again though it has not changed' },
      { flags: '--replace', description: 'take the new version where your edits of the note are not known' },
      { flags: '--allow-local', description: 'allow addresses on this machine or in its network' },
      { flags: '--dry-run', description: 'show what would be written, without writing' },
      { flags: '--index', description: 'index the notes at once' },
    ],
    example: 'memora ingest contract.pdf --region legal --vault ~/brain',
    load: async () => (await import('../commands/ingest-documents.ts')).ingestDocuments,
  },
  {
    name: 'ingest list',
    summary: 'list the sources that notes were made of',
    options: [{ flags: '--reveal', description: 'name secret notes and what they were made of' }],
    example: 'memora ingest list --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/ingest-list.ts')).listSources,
  },
  {
    name: 'ingest refresh',
    summary: 'read sources again, and merge what changed into their notes',
    args: '[id...]',
    options: [
      { flags: '--followed', description: 'only those that were ingested with --follow' },
      { flags: '--force', description: 'read them again though they have not changed' },
      { flags: '--replace', description: 'take the new version where your edits of the note are not known' },
      { flags: '--allow-local', description: 'allow addresses on this machine or in its network' },
      { flags: '--dry-run', description: 'show what would be written, without writing' },
      { flags: '--index', description: 'index the notes at once' },
    ],
    example: 'memora ingest refresh --vault ~/brain',
    load: async () => (await import('../commands/ingest-documents.ts')).refreshSources,
  },
  {
    name: 'ingest remove',
    summary: 'forget where a source is; its notes stay unless --notes',
    args: '<id>',
    options: [
      { flags: '--notes', description: 'delete its notes too, with what you wrote in them' },
      { flags: '--dry-run', description: 'show what would be removed, without removing it' },
    ],
    example: 'memora ingest remove contract-k3f9q2x7 --vault ~/brain',
    load: async () => (await import('../commands/ingest-remove.ts')).removeSource,
  },
  {
    name: 'conversations import',
    summary: 'write exported chats into the vault as notes, and index them (the file "-" is stdin)',
    args: '<file...>',
    options: [
      {
        flags: '--format <format>',
        description: 'what the files are (default: found out from their content)',
        choices: ['chatgpt', 'claude', 'claude-code', 'messages', 'markdown'],
      },
      { flags: '--dry-run', description: 'show what would be written, without writing' },
    ],
    example: 'memora conversations import conversations.json --vault ~/brain',
    load: async () => (await import('../commands/import-conversations.ts')).importConversations,
  },
  {
    name: 'conversations list',
    summary: 'list the conversations of the vault',
    options: [{ flags: '--reveal', description: 'list secret conversations too' }],
    example: 'memora conversations list --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/conversations-list.ts')).listConversations,
  },
  {
    name: 'conversations show',
    summary: 'show a conversation turn by turn',
    args: '<id>',
    options: [{ flags: '--reveal', description: 'show secret text instead of [redacted]' }],
    example: 'memora conversations show conv_k3f9q2x7m1ab --vault ~/brain',
    pages: true,
    load: async () => (await import('../commands/conversations-show.ts')).showConversation,
  },
  {
    name: 'report',
    summary:
      'the vault as one HTML file that works offline: claim graph, contradictions, timelines, citation health',
    options: [
      team,
      { flags: '--output <file>', description: 'output file (default: .memora/report.html)' },
      { flags: '--open', description: 'show it in the browser' },
      {
        flags: '--max-nodes <number>',
        description: 'group claims in the graph above this number (default: 5000)',
      },
      { flags: '--watch', description: 'serve the report on 127.0.0.1, and reload it when notes change' },
      { flags: '--conversations', description: 'show what conversations say, too' },
      { flags: '--port <number>', description: 'port for --watch (default: a free port)' },
      {
        flags: '--share',
        description: 'for sharing: public claims with text, private ones as hashes, no secret ones',
      },
    ],
    example: 'memora report --open --vault ~/brain',
    load: async () => (await import('../commands/write-report.ts')).writeReport,
  },
  {
    name: 'backup',
    summary: 'back up the index, also while it is in use',
    args: '<file>',
    example: 'memora backup ~/brain-index.db --vault ~/brain',
    load: async () => (await import('../commands/backup-index.ts')).backupIndex,
  },
  {
    name: 'restore',
    summary: 'restore a backup of the index',
    args: '<file>',
    options: [
      { flags: '--unknown', description: 'accept a backup that another installation of Memora wrote' },
    ],
    example: 'memora restore ~/brain-index.db --vault ~/brain',
    load: async () => (await import('../commands/backup-index.ts')).restoreIndex,
  },
  {
    name: 'key rotate',
    summary: 'replace the key of the vault: re-encrypt everything, then delete the old key',
    example: 'memora key rotate --vault ~/brain',
    load: async () => (await import('../commands/rotate-key.ts')).rotateKey,
  },
  {
    name: 'trust',
    summary: "show the settings of the vault's own config, and accept or refuse them",
    options: [
      { flags: '--yes', description: 'accept them without confirmation' },
      { flags: '--refuse', description: 'refuse them, and do not ask again' },
    ],
    example: 'memora trust --vault ~/brain',
    load: async () => (await import('../commands/trust-vault.ts')).trustVault,
  },
  {
    name: 'export',
    summary: 'export every claim as one line of JSON',
    options: [
      {
        flags: '--public',
        description: 'for sharing: public claims with text, private ones as hashes, no secret ones',
      },
      { flags: '--reveal', description: 'show secret text instead of [redacted]' },
    ],
    example: 'memora export --vault ~/brain > claims.jsonl',
    load: async () => (await import('../commands/export-claims.ts')).exportClaims,
  },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    args: '<shell>',
    argChoices: ['bash', 'zsh', 'fish'],
    example: 'memora completion bash >> ~/.bashrc',
    load: async () => (await import('../commands/print-completion.ts')).printCompletion,
  },
  {
    name: 'schedule',
    summary: 'print the lines that index, consolidate and challenge every day: cron, systemd or launchd',
    args: '<system>',
    argChoices: ['cron', 'systemd', 'launchd'],
    options: [
      { flags: '--at <time>', description: 'when to index, e.g. 03:00 (default: the times in the config)' },
    ],
    example: 'memora schedule cron --vault ~/brain',
    load: async () => (await import('../commands/print-schedule.ts')).printSchedule,
  },
];
