import { countColumns } from '../remember/count-columns.ts';
import type { Admission, AdmissionCode, SimilarMemory } from './admission.ts';

/** What is known of a statement before anything is written: the decision is a function of it alone. */
export interface Candidate {
  readonly content: string;
  /** True where whoever saves it says that it is so for a moment. */
  readonly isPassing: boolean;
  /** True where it is secret and was to be public. */
  readonly isSecretInPublic: boolean;
  /** What the quoted turn makes of it; null without a quote. */
  readonly evidence: Evidence | null;
}

/** What a quote comes to. */
export interface Evidence {
  readonly status: 'agrees' | 'says_less' | 'disagrees' | 'absent';
  /** True where none of what says the same rests on this turn. */
  readonly isNew: boolean;
}

/** What the vault and the session say of it. */
export interface Situation {
  /** Null where the session has no limit. */
  readonly savesLeft: number | null;
  readonly minLength: number;
  /** True where a text that the agent has before it anyway says it. */
  readonly isKnown: boolean;
  /** True where MEMORY.md says it. */
  readonly isPinned: boolean;
  /** What says the same and is current, the first of them first. */
  readonly same: readonly Standing[];
  /** What it can not hold beside, as relating would settle it. */
  readonly conflicts: readonly SettledConflict[];
  /** True where the caller named what it replaces. */
  readonly isExplicit: boolean;
  readonly similar: readonly SimilarMemory[];
}

/** Something that says the same. */
export interface Standing {
  /** The id of a memory, or of a claim of another note. */
  readonly id: string;
  /** True where this session wrote it or was shown it. */
  readonly isOfSession: boolean;
  /** True where the wording alone says so: relating does not fold the two. */
  readonly byWords: boolean;
}

/** A conflict that there would be once the statement is written. */
export interface SettledConflict {
  readonly id: string;
  readonly outcome: 'replaces' | 'contests' | 'is_older';
  /** Why it replaces nothing, where it does not. */
  readonly because: 'disagrees' | 'less_trusted' | 'undated';
}

/** What is decided. */
export type Verdict = Pick<Admission, 'decision' | 'code' | 'target'> & {
  readonly isWritten: boolean;
  readonly reasons: Admission['reasons'];
};

/** A longer text is no statement. */
export const LONGEST_STATEMENT = 2_000;

/**
 * Decides on a statement. The gates refuse what is exact alone, in the order in which they stand; what they let through is what relating makes of it, and
 * what is near is for whoever saves it to say.
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
