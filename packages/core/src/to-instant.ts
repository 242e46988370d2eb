/**
 * Milliseconds since 1970 UTC of a date or instant: `2026`, `2026-Q2`, `2026-03`, `2026-03-01`, ISO 8601 instants (without a
 * zone: UTC), `Date`. A coarse one is its first instant. `null` where it can't be read.
 */
export function toInstant(value: string | Date): number | null {
  if (value instanceof Date) return finite(value.getTime());
  const text = value.trim();
  const quarter = /^(\d{4})-?Q([1-4])$/iu.exec(text);
  if (quarter !== null) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  if (!/^\d{4}(-\d\d(-\d\d([T ].*)?)?)?$/u.test(text)) return null;
  const zoned = !/[T ]/u.test(text) || /(?:Z|[+-]\d\d:?\d\d)$/iu.test(text);
  return finite(Date.parse(zoned ? text : `${text}Z`));
}

/** An instant in the form in which it is stored and compared as text: a day or a month is a prefix of its first instant, and so not after it. */
export function toInstantText(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
