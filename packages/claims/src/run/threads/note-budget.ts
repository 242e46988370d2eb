/** What reading one note may cost. */
export interface NoteBudget {
  /** Milliseconds on the clock for each megabyte that the note has begun. */
  readonly msPerMegabyte: number;
  /** Megabytes of JavaScript objects while it is read. */
  readonly megabytes: number;
}

/** Many times what a megabyte of prose takes, which is seconds and hundreds of megabytes: a busy machine is no reason to leave a note out. */
export const NOTE_BUDGET: NoteBudget = { msPerMegabyte: 120_000, megabytes: 1_024 };
