import { toInstant } from '@memora/core';
import type { Precision } from '../model/claim.ts';

/** A half-open range of instants `[from, until)`, in milliseconds since the epoch. */
interface TimeRange {
  readonly from: number;
  readonly until: number;
}

const DAY = 86_400_000;

/**
 * Returns the instants that a date of the given precision may mean: `2026-03` is all of March. A date or time without a zone is read as UTC (`toInstant`), so
 * that a vault gives the same answer on every machine. Returns null if the text is not an ISO 8601 date.
 */
export function toTimeRange(date: string, precision: Precision): TimeRange | null {
  const match = /^(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2}))?)?(T.*)?$/u.exec(date);
  if (match === null) return null;
  const [, year = '', quarter, month, day, time] = match;
  if (time !== undefined) return instantRange(date, precision);
  if (quarter !== undefined) return monthsFrom(Number(year), (Number(quarter) - 1) * 3, 3);
  if (month === undefined) return monthsFrom(Number(year), 0, 12);
  if (day === undefined) return monthsFrom(Number(year), Number(month) - 1, precision === 'quarter' ? 3 : 1);
  if (precision === 'month') return monthsFrom(Number(year), Number(month) - 1, 1);
  if (precision === 'quarter') return monthsFrom(Number(year), Math.floor((Number(month) - 1) / 3) * 3, 3);
  if (precision === 'year') return monthsFrom(Number(year), 0, 12);
  const from = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(from) ? null : { from, until: from + DAY };
}

/**
 * Returns a negative number if `a` certainly begins before `b`, a positive one if it certainly begins after it, and 0 if the order is unknown: their ranges
 * overlap, or one is missing or has unknown precision.
 */
export function compareStarts(a: Dated, b: Dated): number {
  const first = startOf(a);
  const second = startOf(b);
  if (first === null || second === null) return 0;
  if (first.until <= second.from) return -1;
  if (second.until <= first.from) return 1;
  return 0;
}

/** Something with a beginning in the world. */
export interface Dated {
  readonly validFrom: string | null;
  readonly precision: Precision;
}

/** Returns the instants at which it may begin; null if nothing known can order it. */
export function startOf(dated: Dated): TimeRange | null {
  if (dated.validFrom === null || dated.precision === 'unknown') return null;
  return toTimeRange(dated.validFrom, dated.precision);
}

function instantRange(date: string, precision: Precision): TimeRange | null {
  const from = toInstant(date);
  if (from === null) return null;
  return precision === 'day'
    ? { from: from - (from % DAY), until: from - (from % DAY) + DAY }
    : { from, until: from + 1 };
}

function monthsFrom(year: number, month: number, count: number): TimeRange | null {
  if (month < 0 || month > 11) return null;
  return { from: Date.UTC(year, month), until: Date.UTC(year, month + count) };
}
