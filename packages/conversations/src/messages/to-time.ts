import { toInstant, toInstantText } from '@memora/core';

/** Larger numbers are milliseconds, smaller ones seconds: in seconds this is the year 5138. */
const MILLISECONDS_FROM = 1e11;
/** The latest time that a note can hold: years have four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** A source's time as ISO 8601; undefined if it is absent or invalid. */
export function toTime(value: unknown): string | undefined {
  const instant = instantOf(value);
  return instant === null || instant < 0 || instant > LATEST ? undefined : toInstantText(instant);
}

function instantOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.round(value >= MILLISECONDS_FROM ? value : value * 1000);
  return typeof value === 'string' || value instanceof Date ? toInstant(value) : null;
}
