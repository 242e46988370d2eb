import type { Admission, AdmissionCode, HeldReason } from '@memora/agent-memory';

interface Ids {
  /** The memory that was written. */
  readonly own: string;
  /** The memory that it repeats, replaces or disagrees with. */
  readonly other: string;
}

/** What happened, and what to do next; null if there is nothing to do. */
interface Told {
  readonly said: (ids: Ids) => string;
  readonly next: ((ids: Ids) => string) | null;
}

const SHOW = ({ other }: Ids) => `\`memora memory show ${other}\` shows the one that was kept.`;
const SETTLE = ({ own }: Ids) =>
  `A search shows both. \`memora contradictions\` lists what disagrees; \`memora memory forget ${own}\` removes the new one again.`;

/** One row for each code that a decision can have. No row contains text of a memory. */
export const TOLD: Readonly<Record<AdmissionCode, Told>> = {
  new: { said: ({ own }) => `Saved as ${own}.`, next: null },
  said_again: {
    said: ({ own, other }) => `Saved as ${own}. ${other} says the same, and a search shows it once.`,
    next: null,
  },
  no_new_evidence: {
    said: ({ other }) => `Not saved: ${other} says the same already.`,
    next: SHOW,
  },
  already_pinned: {
    said: () => 'Not saved: MEMORY.md already says it, and every session reads that file.',
    next: null,
  },
  newer_value: {
    said: ({ own, other }) => `Saved as ${own}. It replaces ${other}, which is kept as history.`,
    next: ({ own }) => `If both are true, \`memora memory forget ${own}\` removes the new one again.`,
  },
  explicit: {
    said: ({ own, other }) => `Saved as ${own}. It replaces ${other}, which is kept as history.`,
    next: null,
  },
  disagrees: {
    said: ({ own, other }) => `Saved as ${own}. It disagrees with ${other}.`,
    next: SETTLE,
  },
  less_trusted: {
    said: ({ own, other }) => `Saved as ${own}. It disagrees with ${other}, which is trusted more and stays.`,
    next: SETTLE,
  },
  undated: {
    said: ({ own, other }) =>
      `Saved as ${own}. It disagrees with ${other}, which has no date, so neither is known to be newer.`,
    next: SETTLE,
  },
  too_short: {
    said: () => 'Not saved: it has too few letters and digits to be understood later.',
    next: () => 'Say it as one whole sentence.',
  },
  blank: {
    said: () => 'Not saved: it has no letter and no digit.',
    next: () => 'Say it as one whole sentence.',
  },
  transient: {
    said: () => 'Not saved: it is true only for a moment.',
    next: () => 'Save what will still be true in a later session.',
  },
  too_long: {
    said: () => 'Not saved: it is too long for one statement.',
    next: () => 'Save one statement at a time. `memora capture` keeps a longer text as a note.',
  },
  rate_limited: {
    said: () => 'Not saved: the session has reached its limit of saved memories.',
    next: () => 'Save the rest in a later session.',
  },
  known_context: {
    said: () => "Not saved: the agent's instructions say it already.",
    next: null,
  },
  secret_in_public: {
    said: () => 'Not saved: it contains a secret, but was meant to be public.',
    next: () => 'Save it without `--privacy public`.',
  },
};

const HELD: Readonly<Record<HeldReason, string>> = {
  instruction_without_user: 'It tells an agent how to act, and you did not say it',
  external_instruction: 'It tells an agent how to act, and comes from a tool or another store',
  injection_pattern: 'It reads like an instruction to ignore other instructions',
};

/** The decision, in sentences: the first is the result, the others are the next steps. They contain ids and no text. */
export function describeAdmission({ code, memoryId, target, held, hidden }: Admission): {
  readonly said: string;
  readonly notes: readonly string[];
} {
  const ids = { own: memoryId ?? '', other: target ?? 'another' };
  const { said, next } = TOLD[code];
  const waiting =
    held === null
      ? []
      : [`${HELD[held]}, so no agent is shown it. \`memora memory confirm ${ids.own}\` lets it be used.`];
  const kept = hidden.length === 0 ? [] : [`Not written, and cannot be recalled: ${hidden.join(', ')}.`];
  return { said: said(ids), notes: [...(next === null ? [] : [next(ids)]), ...waiting, ...kept] };
}
