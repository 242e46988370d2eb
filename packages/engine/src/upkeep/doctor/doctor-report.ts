import type { DoctorCheck } from './doctor-check.ts';

export type { DoctorCheck } from './doctor-check.ts';

/** A repair by the doctor, or the reason why it was not made. */
export interface DoctorRepair {
  /** The check that it belongs to. */
  readonly name: string;
  readonly done: boolean;
  /** The repair, or the reason why it was not made. */
  readonly detail: string;
}

/** Everything that was checked; `ok` is true if nothing is faulty. */
export interface DoctorReport {
  readonly ok: boolean;
  /** The checks after the repairs, if there were any. */
  readonly checks: readonly DoctorCheck[];
  /** Empty unless `repair` was requested and there was a fault. */
  readonly repairs: readonly DoctorRepair[];
}
