/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'fault';
  /** What was found. */
  readonly detail: string;
  /** How to mend it; null where nothing has to be mended. */
  readonly remedy: string | null;
}

/** Everything that was looked at; `ok` is true where none of it is a fault. */
export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
}
