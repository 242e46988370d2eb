/** The state of a scope at a run. */
export interface ScopeMark {
  readonly epoch: number;
  /** When the next of its memories ends, in milliseconds since 1970; null if none does, 0 if the worker could not read all of them. */
  readonly nextEnd: number | null;
}

/** The last run of a task on a scope, by any worker, and its result. */
export interface UpkeepRun {
  readonly at: Date;
  readonly counts: Readonly<Record<string, number>>;
  /** Pairs of memories that may say the same, by id, at most 20; for the task `memories` only. None of them is secret. */
  readonly duplicates?: readonly (readonly string[])[];
  /** For the task `memories` only. */
  readonly mark?: ScopeMark;
}

export type UpkeepRuns = Readonly<Partial<Record<(typeof TASKS)[number], UpkeepRun>>>;

const TASKS = ['consolidation', 'challenger', 'memories'] as const;

/** Runs as stored in the database. */
export type StoredRuns = Partial<
  Record<(typeof TASKS)[number], Partial<Omit<UpkeepRun, 'at'>> & { readonly at: string }>
>;

/** Parses a scope's recorded runs; unreadable ones count as never run. */
export function toRuns(stored: unknown): UpkeepRuns {
  const runs: Partial<Record<keyof UpkeepRuns, UpkeepRun>> = {};
  for (const task of TASKS) {
    const run = (stored as StoredRuns | null)?.[task];
    const at = new Date(run?.at ?? Number.NaN);
    if (run === undefined || Number.isNaN(at.getTime())) continue;
    const { counts = {}, duplicates, mark } = run;
    runs[task] = {
      at,
      counts,
      ...(duplicates === undefined ? {} : { duplicates }),
      ...(mark === undefined ? {} : { mark }),
    };
  }
  return runs;
}
