import type { CommandSpec } from './command-spec.ts';

/** Writing notes down, and keeping, moving and scheduling what was made of them. */
export const KEEPING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'capture',
    summary: 'write a note from the command line, or from stdin, and index it',
    args: '[text...]',
    options: [
      { flags: '--region <folder>', description: 'where it belongs, e.g. projects/drift' },
      { flags: '--summary <line>', description: 'one line about it; its first line by default' },
      { flags: '--tags <a,b>', description: 'tags, separated by commas' },
      { flags: '--privacy <band>', description: 'who may see it', choices: ['public', 'private', 'secret'] },
    ],
    example: 'memora capture "The pump runs at 40 bar." --region plant --vault ~/brain',
    load: async () => (await import('../commands/capture-note.ts')).captureNote,
  },
  {
    name: 'report',
    summary:
      'the vault as one HTML file that works offline: claim graph, contradictions, timelines, citation health',
    options: [
      { flags: '--output <file>', description: 'where to write it; .memora/report.html by default' },
      { flags: '--open', description: 'show it in the browser' },
      {
        flags: '--max-nodes <number>',
        description: 'beyond it claims are gathered in the graph; 5000 by default',
      },
      { flags: '--watch', description: 'serve it on 127.0.0.1 instead, and reload it while notes change' },
      { flags: '--port <number>', description: 'the port of --watch; a free one by default' },
      {
        flags: '--share',
        description: 'to be given away: public claims with text, private ones as hashes, no secret one',
      },
    ],
    example: 'memora report --open --vault ~/brain',
    load: async () => (await import('../commands/write-report.ts')).writeReport,
  },
  {
    name: 'backup',
    summary: 'write a consistent copy of the index while others use it',
    args: '<file>',
    example: 'memora backup ~/brain-index.db --vault ~/brain',
    load: async () => (await import('../commands/backup-index.ts')).backupIndex,
  },
  {
    name: 'restore',
    summary: 'put a copy of the index back in its place',
    args: '<file>',
    options: [
      { flags: '--unknown', description: 'it is mine, though another installation of Memora wrote it' },
    ],
    example: 'memora restore ~/brain-index.db --vault ~/brain',
    load: async () => (await import('../commands/backup-index.ts')).restoreIndex,
  },
  {
    name: 'key rotate',
    summary: 'replace the key of the vault: all that is encrypted is written anew, then the old key goes',
    example: 'memora key rotate --vault ~/brain',
    load: async () => (await import('../commands/rotate-key.ts')).rotateKey,
  },
  {
    name: 'trust',
    summary: "show what the vault's own config asks for, and say whether it is followed",
    options: [
      { flags: '--yes', description: 'follow it, without being asked' },
      { flags: '--refuse', description: 'ignore it, and be asked no more' },
    ],
    example: 'memora trust --vault ~/brain',
    load: async () => (await import('../commands/trust-vault.ts')).trustVault,
  },
  {
    name: 'export',
    summary: 'every claim as one line of JSON',
    options: [
      {
        flags: '--public',
        description: 'to be shared: public claims with text, private ones as hashes, no secret one',
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
      { flags: '--at <time>', description: 'when to index, e.g. 03:00; the times of the config without it' },
    ],
    example: 'memora schedule cron --vault ~/brain',
    load: async () => (await import('../commands/print-schedule.ts')).printSchedule,
  },
];
