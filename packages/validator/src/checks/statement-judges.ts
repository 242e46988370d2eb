import type { checkQuotes } from './check-quotes.ts';
import type * as guardModule from './guard-statement.ts';

/**
 * What judges statements beyond the proof of their bytes: aligner and guard. They are code that a page loads behind the rest, and
 * only where a statement has something for them; what they say does not depend on when they came.
 */
export interface StatementJudges {
  /** There once a statement was loaded for that may quote. */
  readonly checkQuotes: typeof checkQuotes;
  /** There once a statement was loaded for that the guard has to look at. */
  readonly guard: StatementGuard;
}

/** What the guard answers about a statement. */
export type StatementGuard = Omit<typeof guardModule, 'loadWords'>;
