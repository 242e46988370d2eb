import { toInstant } from '@memora/core';

/** The end of the year, month, day or moment that a date names, in milliseconds; null for what is no date. */
export function endOfPeriod(date: string): number | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u.exec(date) ?? [];
  if (year === undefined) return toInstant(date);
  const [y, m, d] = [Number(year), Number(month ?? 12), Number(day ?? 0)];
  return day === undefined ? Date.UTC(y, m, 1) : Date.UTC(y, m - 1, d + 1);
}

/** When something holds. */
interface Period {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** When it was saved. */
  readonly created: string;
}

/** `over` for what held until a time before, `coming` for what holds from a time to come; null for what holds. */
export function timeOf({ validFrom, validUntil, created }: Period, now: Date): 'over' | 'coming' | null {
  const end = validUntil === null ? null : endOfPeriod(validUntil);
  if (end !== null && end <= now.getTime()) return 'over';
  // When it was saved tells when it holds from only where nothing else does.
  const start = validFrom === null || validFrom === created ? null : toInstant(validFrom);
  return start !== null && start > now.getTime() + CLOCKS ? 'coming' : null;
}

/** Two clocks may differ by this many milliseconds. */
const CLOCKS = 60_000;
