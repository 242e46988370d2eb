/** One of two things that notes say. */
export interface CardSide {
  readonly id: string;
  readonly text: string;
  readonly path: string;
  readonly title: string;
  readonly date: string | null;
  readonly span: { readonly start: number; readonly end: number };
}

/** One decision for a person: two places that can not both hold. */
export interface TodayCard {
  readonly id: string;
  /** What both are about. */
  readonly about: string;
  /** The older first. */
  readonly sides: readonly [CardSide, CardSide];
}
