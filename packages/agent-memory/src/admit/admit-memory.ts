import type { Admission } from './admission.ts';
import { countColumns } from './count-columns.ts';

/** What is known of a statement before anything is written. */
export interface Candidate {
  readonly content: string;
}

/** What the decision goes by, beside the statement. */
export interface Situation {
  /** Null where the session has no limit. */
  readonly savesLeft: number | null;
  readonly minLength: number;
}

/** What is decided of a statement; null stands for what the notes decide. */
export type Verdict = Pick<Admission, 'decision' | 'code' | 'target'>;

/** A longer text is no statement. */
export const LONGEST_STATEMENT = 2_000;

/** Decides whether a statement is written down. A function of its arguments alone; the gates stand in the order in which they are asked. */
export function admitMemory({ content }: Candidate, { savesLeft, minLength }: Situation): Verdict {
  const columns = countColumns(content);
  if (columns === 0) return reject('blank');
  if (columns < minLength) return reject('too_short');
  if (content.length > LONGEST_STATEMENT) return reject('too_long');
  if (savesLeft !== null && savesLeft <= 0) return reject('rate_limited');
  return { decision: 'accept', code: 'new', target: null };
}

function reject(code: Admission['code']): Verdict {
  return { decision: 'reject', code, target: null };
}
