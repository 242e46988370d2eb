import { countColumns } from '../remember/count-columns.ts';
import type { Admission, AdmissionCode, SimilarMemory } from './admission.ts';

/** A statement before anything is written. The decision depends only on this and the {@link Situation}. */
export interface Candidate {
  readonly content: string;
  /** True if the caller says that it is valid only for the moment. */
  readonly isPassing: boolean;
  /** True if it is secret although the caller asked for a public memory. */
  readonly isSecretInPublic: boolean;
  /** The check of the quote; null without a quote. */
  readonly evidence: Evidence | null;
}

/** The result of checking a quote. */
export interface Evidence {
  readonly status: 'agrees' | 'says_less' | 'disagrees' | 'absent';
  /** True if no memory that says the same is based on this turn. */
  readonly isNew: boolean;
}

/** The state of the vault and the session. */
export interface Situation {
  /** Null if the session has no limit. */
  readonly savesLeft: number | null;
  readonly minLength: number;
  /** True if a text in the agent's context already says it. */
  readonly isKnown: boolean;
  /** True if MEMORY.md says it. */
  readonly isPinned: boolean;
  /** Current memories and claims that say the same, the first one first. */
  readonly same: readonly Standing[];
  /** The conflicts that would arise, in the form that relating would give them. */
  readonly conflicts: readonly SettledConflict[];
  /** True if the caller named the memory that it replaces. */
  readonly isExplicit: boolean;
  readonly similar: readonly SimilarMemory[];
}

/** A memory or claim that says the same. */
export interface Standing {
  /** The id of a memory, or of a claim of another note. */
  readonly id: string;
  /** True if this session wrote it or was shown it. */
  readonly isOfSession: boolean;
  /** True if only the wording matches: relating would not merge the two. */
  readonly byWords: boolean;
}

/** A conflict that would arise if the statement were written. */
export interface SettledConflict {
  readonly id: string;
  readonly outcome: 'replaces' | 'contests' | 'is_older';
  /** Why it replaces nothing; null if it does. */
  readonly because: 'disagrees' | 'less_trusted' | 'undated';
}

/** The decision of {@link admitMemory}. */
export type Verdict = Pick<Admission, 'decision' | 'code' | 'target'> & {
  readonly isWritten: boolean;
  readonly reasons: Admission['reasons'];
};

/** The longest statement. */
export const LONGEST_STATEMENT = 2_000;

/**
 * Decides about a statement. The gates, in this order, refuse only for exact reasons. Relating decides about
 * the rest, and the caller about memories that are close in meaning.
 */
export function admitMemory(candidate: Candidate, situation: Situation): Verdict {
  const gate = gateOf(candidate, situation);
  if (gate !== null) return reject(gate);
  if (situation.isPinned) return verdict('reinforce', 'already_pinned', null, false);
  const relation = relate(candidate, situation);
  if (relation.isWritten && situation.savesLeft !== null && situation.savesLeft <= 0)
    return reject('rate_limited');
  return relation;
}

function gateOf(candidate: Candidate, { minLength, isKnown }: Situation): AdmissionCode | null {
  const { content } = candidate;
  const columns = countColumns(content);
  if (columns === 0) return 'blank';
  if (columns < minLength) return 'too_short';
  if (content.length > LONGEST_STATEMENT) return 'too_long';
  if (candidate.isPassing) return 'transient';
  if (candidate.isSecretInPublic) return 'secret_in_public';
  return isKnown ? 'known_context' : null;
}

function relate(candidate: Candidate, { same, conflicts, isExplicit }: Situation): Verdict {
  const replaced = conflicts.filter(({ outcome }) => outcome === 'replaces');
  const contested = conflicts.filter(({ outcome }) => outcome === 'contests');
  const [first] = same;
  if (first !== undefined && replaced.length === 0) {
    const isEcho = same.some(({ isOfSession, byWords }) => isOfSession || byWords);
    const isNew = candidate.evidence?.status === 'agrees' && candidate.evidence.isNew;
    return isEcho && !isNew
      ? verdict('reinforce', 'no_new_evidence', first.id, false)
      : verdict('reinforce', 'said_again', first.id, true);
  }
  const [older] = replaced;
  const all = [...replaced, ...contested].map(({ id, because, outcome }) => ({
    code: outcome === 'replaces' ? 'replaces' : because,
    target: id,
  }));
  if (older !== undefined)
    return verdict('supersede', isExplicit ? 'explicit' : 'newer_value', older.id, true, all);
  const [other] = contested;
  if (other !== undefined) return verdict('contest', other.because, other.id, true, all);
  return verdict('accept', 'new', null, true);
}

function verdict(
  decision: Admission['decision'],
  code: AdmissionCode,
  target: string | null,
  isWritten: boolean,
  more: Admission['reasons'] = [],
): Verdict {
  const reasons = more.length > 0 ? more : [{ code, ...(target === null ? {} : { target }) }];
  return { decision, code, target, isWritten, reasons };
}

function reject(code: AdmissionCode): Verdict {
  return verdict('reject', code, null, false);
}
