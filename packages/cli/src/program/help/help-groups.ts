/** The headings of the help, in their order. The first row of each word names its own. */
export const HELP_GROUPS = [
  'Ask',
  'Look after',
  'Notes',
  'Facts in the notes',
  'Agents',
  'Team',
  'Admin',
] as const;

/** A heading of the help. */
export type HelpGroup = (typeof HELP_GROUPS)[number];
