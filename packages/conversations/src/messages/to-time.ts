import { toInstant, toInstantText } from '@memora/core';

/** Above this a number counts milliseconds, below seconds: in seconds it is the year 5138. */
const MILLISECONDS_FROM = 1e11;
/** What a note can name: years of four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** A time of some source as ISO 8601; undefined if it is absent or none. */
export function toTime(value: unknown): string | undefined {
  const instant = instantOf(value);
  return instant === null || instant < 0 || instant > LATEST ? undefined : toInstantText(instant);
}

function instantOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.round(value >= MILLISECONDS_FROM ? value : value * 1000);
  return typeof value === 'string' || value instanceof Date ? toInstant(value) : null;
}
