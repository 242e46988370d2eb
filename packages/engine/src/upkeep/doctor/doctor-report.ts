import type { DoctorCheck } from './doctor-check.ts';

export type { DoctorCheck } from './doctor-check.ts';

/** What the doctor repaired, or why it did not. */
export interface DoctorRepair {
  /** The check that it belongs to. */
  readonly name: string;
  readonly done: boolean;
  /** What was done, or why not. */
  readonly detail: string;
}

/** Everything that was looked at; `ok` is true if none of it is a fault. */
export interface DoctorReport {
  readonly ok: boolean;
  /** After the repairs, where there were any. */
  readonly checks: readonly DoctorCheck[];
  /** Empty unless `repair` was asked for and something was wrong. */
  readonly repairs: readonly DoctorRepair[];
}
