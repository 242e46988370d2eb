/** The commands of the help, group by group. Each command stands in one of them. */
export const HELP_GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Ask', ['query', 'open', 'chat', 'show', 'timeline', 'verify', 'receipt', 'demo']],
  ['Look after', ['today', 'contradictions', 'stale', 'decisions', 'challenge', 'doctor', 'privacy']],
  [
    'Notes',
    ['setup', 'init', 'index', 'watch', 'capture', 'ingest', 'conversations', 'notes', 'consolidate'],
  ],
  ['Facts in the notes', ['claims', 'entities', 'report', 'export']],
  ['Agents', ['memory', 'serve', 'model']],
  ['Team', ['team']],
  ['Admin', ['vaults', 'trust', 'backup', 'restore', 'key', 'schedule', 'completion', 'operations']],
];

const NAMES = HELP_GROUPS.flatMap(([, names]) => names);

/** The heading above a command in the help. */
export function headingOf(name: string): string {
  return `${HELP_GROUPS.find(([, names]) => names.includes(name))?.[0] ?? 'Other'}:`;
}

/** Where a command stands in the help. */
export function rankOf(name: string): number {
  const at = NAMES.indexOf(name);
  return at < 0 ? NAMES.length : at;
}
