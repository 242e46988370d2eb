import { type ClaimId, isClaimId } from '@memora/core';
import { decodeAddress } from '@memora/core/internal';

/** The verbs of ledger entries. */
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

/** Data with a claim's id in an entry. It recognises the claim if its id has changed. */
export interface LedgerMark {
  /** The mark of the claim's content and bytes: see `ledgerMark` of `@memora/privacy`. Null if there was no key. */
  readonly fingerprint: string | null;
  /** The claim's note: its path, or `#` and its mark if the path must not stay in the ledger. */
  readonly note: string | null;
  /** Other notes that said the same at the time and that the decision does not cover. */
  readonly elsewhere: readonly string[];
}

/** One decision: `- <time> <verb> claim:<id> fp:<mark> in:<note> not:<note> … : <reason>`. */
export interface LedgerEntry {
  /** ISO 8601 instant, as written. */
  readonly time: string;
  readonly verb: LedgerVerb;
  /** The claims of the decision, in written order. For `resolve`, the first one is the one that is kept. */
  readonly claimIds: readonly ClaimId[];
  /** The marks of the claims, in the same order; absent if the entry has none. */
  readonly marks?: readonly (LedgerMark | null)[];
  /** The memories of the decision if it is not about claims; the entry then names no claims. */
  readonly memories?: readonly LedgerMemory[];
  readonly reason: string;
  /** 1-based line of the file. */
  readonly line: number;
}

/** A memory in an entry: `note:<id> in:<path>`. */
export interface LedgerMemory {
  readonly id: string;
  /** The path of its note at the time. */
  readonly path: string | null;
}

/** A line that looks like a decision but can't be parsed. */
interface LedgerProblem {
  /** 1-based line of the file. */
  readonly line: number;
  readonly code: 'LEDGER_TIME' | 'LEDGER_VERB' | 'LEDGER_CLAIMS' | 'LEDGER_SHAPE';
  /** The problem, without the text of the line. */
  readonly message: string;
}

/** The result of {@link parseLedger}. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  readonly problems: readonly LedgerProblem[];
}

const ITEM = /^[-*+]\s+(?<rest>\S.*)$/u;
const DECISION = /^(?<time>\S+)\s+(?<verb>\S+)\s+(?<ids>.*?)(?:\s+:\s*(?<reason>.*)|\s*:\s*)?$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/**
 * Reads the text of `_ledger.md`: every list item is a decision, other text is the user's prose and ignored. Never throws: a damaged line becomes a problem
 * with its line number, and the other lines still count.
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

/** Parses the claims of an entry, each with the data after its id; null if a word is neither. */
function parseClaims(words: string): Pick<LedgerEntry, 'claimIds' | 'marks'> | null {
  const claimIds: ClaimId[] = [];
  const marks: (LedgerMark | null)[] = [];
  for (const word of words.split(/[\s,]+/u)) {
    const { name, value = '' } = ATTRIBUTE.exec(word)?.groups ?? {};
    if (name !== undefined) {
      if (marks.length === 0) return null;
      const old = marks.at(-1) ?? { fingerprint: null, note: null, elsewhere: [] };
      const note = decodeAddress(value);
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

/** Parses the memories of an entry; null if a word names something else. */
function parseMemories(words: string): LedgerMemory[] | null {
  const memories: LedgerMemory[] = [];
  for (const word of words.split(/[\s,]+/u)) {
    const id = MEMORY.exec(word)?.[1]?.toLowerCase();
    const { name, value = '' } = ATTRIBUTE.exec(word)?.groups ?? {};
    const last = memories.at(-1);
    if (id !== undefined) memories.push({ id, path: null });
    else if (name?.toLowerCase() === 'in' && last !== undefined)
      memories[memories.length - 1] = { ...last, path: decodeAddress(value) };
    else return null;
  }
  return memories.length === 0 ? null : memories;
}
