import { toInstant } from '@memora/core';

/** Returns the end of the year, month, day or instant of a date, in milliseconds; null if it is not a date. */
export function endOfPeriod(date: string): number | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u.exec(date) ?? [];
  if (year === undefined) return toInstant(date);
  const [y, m, d] = [Number(year), Number(month ?? 12), Number(day ?? 0)];
  return day === undefined ? Date.UTC(y, m, 1) : Date.UTC(y, m - 1, d + 1);
}

/** The period in which something is valid. */
interface Period {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** When it was saved. */
  readonly created: string;
}

/** Returns `over` if the period has ended, `coming` if it has not begun, and null if something is valid now. */
export function timeOf({ validFrom, validUntil, created }: Period, now: Date): 'over' | 'coming' | null {
  const end = validUntil === null ? null : endOfPeriod(validUntil);
  if (end !== null && end <= now.getTime()) return 'over';
  // The save time is the start only if nothing else gives one.
  const start = validFrom === null || validFrom === created ? null : toInstant(validFrom);
  return start !== null && start > now.getTime() + CLOCKS ? 'coming' : null;
}

/** Tolerance for clock differences, in milliseconds. */
const CLOCKS = 60_000;
