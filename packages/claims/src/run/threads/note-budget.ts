/** The maximum cost of reading one note. */
export interface NoteBudget {
  /** Wall-clock milliseconds for each started megabyte of the note. */
  readonly msPerMegabyte: number;
  /** Megabytes of JavaScript objects while it is read. */
  readonly megabytes: number;
}

/** Many times the need of a megabyte of prose (seconds and hundreds of megabytes): a note must not fail because the machine is busy. */
export const NOTE_BUDGET: NoteBudget = { msPerMegabyte: 120_000, megabytes: 1_024 };
