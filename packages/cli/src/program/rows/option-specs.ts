import type { OptionSpec } from '../command-spec.ts';

export const asOf: OptionSpec = { flags: '--as-of <date>', description: 'show what was true on this date' };
export const knownAt: OptionSpec = {
  flags: '--known-at <date>',
  description: 'use what was known on this date: later claims are left out, removed ones are included',
};
export const region: OptionSpec = {
  flags: '--region <name>',
  description: 'only notes of this region (folder)',
};
export const reveal: OptionSpec = {
  flags: '--reveal',
  description: 'show secret text instead of [redacted]',
};
export const revealPaths: OptionSpec = { flags: '--reveal', description: 'show the paths of secret notes' };

export const proof: OptionSpec = {
  flags: '--proof',
  description: 'show every cited line with the cited bytes marked, and the ids of the claims',
};

export const team: OptionSpec = { flags: '--team', description: 'ask the memory that the team shares' };

export const conversations: OptionSpec = {
  flags: '--conversations',
  description: 'include conversations',
};

export const reason: OptionSpec = {
  flags: '--reason <text>',
  description: 'the reason, recorded in the ledger',
};

/** The note of a row about text that `--reveal` shows. */
export const UNLESS_REVEALED = 'secret text: shown as [redacted] without --reveal';
/** The note of a row about text that is never shown. */
export const SECRET_TEXT = 'secret text: replaced by [redacted], or its entry is left out';
