import { isBrokenOff, readList } from '../../extract/llm/read-records.ts';
import { CHANGE_RELATIONS, type ChangeRelation, REPLACED_BY } from './change-relation.ts';

/** A change that a model reports, not yet checked. */
export interface SaidChange {
  /** Number of the older passage, from 1. */
  readonly old: number;
  readonly relation: ChangeRelation;
  readonly oldQuote: string;
  readonly newQuote: string;
  /** True if the older passage replaces the note's statement: the note is about the past or has no date. */
  readonly isReversed: boolean;
}

/** The readable part of a reply; null if it contains no list of changes. */
interface ReadChanges {
  readonly changes: readonly SaidChange[];
  /** Entries without a passage, relation or quotes, and entries beyond {@link MOST_CHANGES}. */
  readonly unreadable: number;
  /** The reply ends in the middle, so its remainder is unknown. */
  readonly isCutOff: boolean;
}

/** A longer list of changes is not a plausible answer about one note. */
const MOST_CHANGES = 200;

/** Reads a reply in any shape in which models write JSON: fenced, between words, or truncated after complete entries. */
export function readChanges(reply: string): ReadChanges | null {
  const entries = readList(reply, 'relation');
  if (entries === null) return null;
  if (entries.length === 0)
    return isEmptyAnswer(reply) ? { changes: [], unreadable: 0, isCutOff: false } : null;
  const changes: SaidChange[] = [];
  const seen = new Set<string>();
  let unreadable = Math.max(0, entries.length - MOST_CHANGES);
  for (const entry of entries.slice(0, MOST_CHANGES)) {
    const change = toChange(entry);
    if (change === null) {
      unreadable++;
      continue;
    }
    const key = JSON.stringify(change);
    if (!seen.has(key)) changes.push(change);
    seen.add(key);
  }
  return changes.length === 0 ? null : { changes, unreadable, isCutOff: isBrokenOff(reply) };
}

/** True for `{"changes":[]}` and `[]`, however they are wrapped, but not for another schema. */
function isEmptyAnswer(reply: string): boolean {
  return /"changes"\s*:\s*\[\s*\]|^\W*\[\s*\]\W*$/u.test(reply);
}

function toChange(entry: unknown): SaidChange | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { old, relation, old_quote: oldQuote, new_quote: newQuote } = entry as Record<string, unknown>;
  const number = Number(String(old).replace(/^\[|\]$/gu, ''));
  const named = String(relation).trim().toLowerCase();
  const isReversed = named === REPLACED_BY;
  const found = isReversed ? 'replaces' : CHANGE_RELATIONS.find((each) => each === named);
  if (!Number.isInteger(number) || number < 1 || found === undefined) return null;
  if (typeof oldQuote !== 'string' || typeof newQuote !== 'string') return null;
  return { old: number, relation: found, oldQuote, newQuote, isReversed };
}
