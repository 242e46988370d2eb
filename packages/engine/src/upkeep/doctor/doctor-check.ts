/** One thing that was checked. */
export interface DoctorCheck {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'fault';
  /** The finding. */
  readonly detail: string;
  /** How to repair it; null if nothing has to be repaired. */
  readonly remedy: string | null;
  /** Details, one per line. */
  readonly lines?: readonly string[];
}

export const ok = (name: string, detail: string): DoctorCheck => ({
  name,
  status: 'ok',
  detail,
  remedy: null,
});

export const warning = (name: string, detail: string, remedy: string): DoctorCheck => ({
  name,
  status: 'warning',
  detail,
  remedy,
});

export const fault = (name: string, detail: string, remedy: string): DoctorCheck => ({
  name,
  status: 'fault',
  detail,
  remedy,
});

/** The first of a list, and how many more there are. */
export function list(items: readonly string[]): string {
  const shown = items.slice(0, 5).join(', ');
  return items.length > 5 ? `${shown} and ${items.length - 5} more` : shown;
}
