/** One of two things that notes say. */
export interface CardSide {
  readonly id: string;
  readonly text: string;
  /** The value that differs, where both sides have one that is short enough for a button. */
  readonly value: string | null;
  readonly path: string;
  readonly title: string;
  readonly date: string | null;
  readonly span: { readonly start: number; readonly end: number };
}

/** Two places that can not both hold. */
export interface PairCard {
  readonly kind: 'pair';
  readonly id: string;
  /** What both are about. */
  readonly about: string;
  /** The older first. */
  readonly sides: readonly [CardSide, CardSide];
}

/** A line whose date has passed: what was so until then, or a task that was due. */
export interface PastCard {
  readonly kind: 'past' | 'task';
  readonly id: string;
  readonly text: string;
  readonly path: string;
  readonly title: string;
  /** The day that has passed. */
  readonly date: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** One decision for a person. */
export type TodayCard = PairCard | PastCard;

/** Why a line of the ledger is there. */
export const LEDGER_REASON = 'decided on the page';
