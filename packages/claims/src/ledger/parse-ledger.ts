import { type ClaimId, isClaimId } from '@memora/core';

/** What a ledger entry can decide. */
export const LEDGER_VERBS = [
  'forget',
  'acknowledge',
  'resolve',
  'revalidate',
  'erase',
  'restore',
  'confirm',
] as const;

/** One of {@link LEDGER_VERBS}. */
export type LedgerVerb = (typeof LEDGER_VERBS)[number];

/** What an entry says of a claim beside its id, so that it is known again where its id became another one. */
export interface LedgerMark {
  /** See `ledgerMark` of `@memora/privacy`: of what the claim says and of its bytes; null where no key was there. */
  readonly fingerprint: string | null;
  /** The note it stood in: the path, or `#` and its mark, where the path is not to stay in the ledger. */
  readonly note: string | null;
  /** Other notes that said the same when it was decided, and about which it was not decided. */
  readonly elsewhere: readonly string[];
}

/** One decision: `- <time> <verb> claim:<id> fp:<mark> in:<note> not:<note> … : <reason>`. */
export interface LedgerEntry {
  /** ISO 8601 instant, as written. */
  readonly time: string;
  readonly verb: LedgerVerb;
  /** The claims decided about, in the order written. For `resolve` the first is the one that holds. */
  readonly claimIds: readonly ClaimId[];
  /** Of each of the claims, in their order; left out where the entry has none. */
  readonly marks?: readonly (LedgerMark | null)[];
  /** The memories decided about, where it is no claims: the entry then names none. */
  readonly memories?: readonly LedgerMemory[];
  readonly reason: string;
  /** 1-based line of the file. */
  readonly line: number;
}

/** A memory that an entry decides about: `note:<id> in:<path>`. */
export interface LedgerMemory {
  readonly id: string;
  /** Where its note stood when that was decided. */
  readonly path: string | null;
}

/** A line that looks like a decision but can't be read as one. */
interface LedgerProblem {
  /** 1-based line of the file. */
  readonly line: number;
  readonly code: 'LEDGER_TIME' | 'LEDGER_VERB' | 'LEDGER_CLAIMS' | 'LEDGER_SHAPE';
  /** What is wrong, without the text of the line. */
  readonly message: string;
}

/** What {@link parseLedger} makes of the file. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  readonly problems: readonly LedgerProblem[];
}

const ITEM = /^[-*+]\s+(?<rest>\S.*)$/u;
const DECISION = /^(?<time>\S+)\s+(?<verb>\S+)\s+(?<ids>.*?)(?:\s+:\s*(?<reason>.*)|\s*:\s*)?$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/**
 * Reads the text of `_ledger.md`: every list item is a decision, everything else is the user's prose and ignored.
 * Never throws: a damaged line becomes a problem with its line number, and the rest still counts.
 */
export function parseLedger(text: string): Ledger {
  const entries: LedgerEntry[] = [];
  const problems: LedgerProblem[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .entries()) {
    const rest = ITEM.exec(raw.trimEnd())?.groups?.['rest'];
    if (rest === undefined) continue;
    const parsed = parseDecision(rest, index + 1);
    if ('code' in parsed) problems.push(parsed);
    else entries.push(parsed);
  }
  return { entries, problems };
}

function parseDecision(item: string, line: number): LedgerEntry | LedgerProblem {
  const groups = DECISION.exec(item)?.groups;
  if (groups === undefined) {
    return { line, code: 'LEDGER_SHAPE', message: 'expected "- <time> <verb> claim:<id> : <reason>"' };
  }
  const { time = '', verb = '', ids = '', reason = '' } = groups;
  if (!INSTANT.test(time) || Number.isNaN(Date.parse(time))) {
    return { line, code: 'LEDGER_TIME', message: 'the entry does not begin with an ISO 8601 time' };
  }
  const known = LEDGER_VERBS.find((name) => name === verb.toLowerCase());
  if (known === undefined) {
    return { line, code: 'LEDGER_VERB', message: `unknown verb; expected one of ${LEDGER_VERBS.join(', ')}` };
  }
  const memories = parseMemories(ids);
  if (memories !== null) return { time, verb: known, claimIds: [], memories, reason: reason.trim(), line };
  const named = parseClaims(ids);
  if (named === null) {
    return { line, code: 'LEDGER_CLAIMS', message: 'expected one or more claim:<id> with 16 of [0-9a-z]' };
  }
  return { time, verb: known, ...named, reason: reason.trim(), line };
}

const ATTRIBUTE = /^(?<name>fp|in|not):(?<value>.+)$/iu;

/** The claims that an entry names, each with what is said of it behind its id; null where a word is neither. */
function parseClaims(words: string): Pick<LedgerEntry, 'claimIds' | 'marks'> | null {
  const claimIds: ClaimId[] = [];
  const marks: (LedgerMark | null)[] = [];
  for (const word of words.split(/[\s,]+/u)) {
    const { name, value = '' } = ATTRIBUTE.exec(word)?.groups ?? {};
    if (name !== undefined) {
      if (marks.length === 0) return null;
      const old = marks.at(-1) ?? { fingerprint: null, note: null, elsewhere: [] };
      const note = decodeNote(value);
      const kind = name.toLowerCase();
      if (kind === 'fp') marks[marks.length - 1] = { ...old, fingerprint: value.toLowerCase() };
      else if (kind === 'in') marks[marks.length - 1] = { ...old, note };
      else marks[marks.length - 1] = { ...old, elsewhere: [...old.elsewhere, note] };
      continue;
    }
    const id = word.replace(/^claim:/iu, '').toLowerCase();
    if (!isClaimId(id)) return null;
    claimIds.push(id);
    marks.push(null);
  }
  if (claimIds.length === 0) return null;
  return marks.every((mark) => mark === null) ? { claimIds } : { claimIds, marks };
}

const MEMORY = /^note:(mem_[0-9a-z]{12})$/iu;

/** The memories that an entry names; null where a word names something else. */
function parseMemories(words: string): LedgerMemory[] | null {
  const memories: LedgerMemory[] = [];
  for (const word of words.split(/[\s,]+/u)) {
    const id = MEMORY.exec(word)?.[1]?.toLowerCase();
    const { name, value = '' } = ATTRIBUTE.exec(word)?.groups ?? {};
    const last = memories.at(-1);
    if (id !== undefined) memories.push({ id, path: null });
    else if (name?.toLowerCase() === 'in' && last !== undefined)
      memories[memories.length - 1] = { ...last, path: decodeNote(value) };
    else return null;
  }
  return memories.length === 0 ? null : memories;
}

/** The path that {@link encodeNote} wrote; what it did not write is read as it stands. */
function decodeNote(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
