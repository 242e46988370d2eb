/**
 * Milliseconds since 1970 UTC of a date or instant: `2026`, `2026-Q2`, `2026-03`, `2026-03-01`, ISO 8601 instants (UTC if they name no zone), `Date`. A date
 * without a day or time is read as its first instant. `null` if it can't be read.
 */
export function toInstant(value: string | Date): number | null {
  if (value instanceof Date) return finite(value.getTime());
  const text = value.trim();
  if (!/^\d{4}(-\d\d(-\d\d([T ].*)?)?)?$/u.test(text)) return readQuarter(text);
  const zoned = text.length <= '2026-03-01'.length || /(?:Z|[+-]\d\d:?\d\d)$/iu.test(text);
  return finite(Date.parse(zoned ? text : `${text}Z`));
}

function readQuarter(text: string): number | null {
  const quarter = /^(\d{4})-?Q([1-4])$/iu.exec(text);
  return quarter === null ? null : Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
}

/** The text form in which instants are stored and compared. A day or a month is a prefix of its first instant, so it sorts before it. */
export function toInstantText(instant: number): string {
  const time = Math.trunc(instant);
  const day = Math.floor(time / DAY);
  if (day !== lastDay.day) lastDay = { day, text: new Date(time).toISOString().slice(0, -13) };
  const seconds = Math.floor((time - day * DAY) / 1000);
  const milliseconds = time - day * DAY - seconds * 1000;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${lastDay.text}${clock}${milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`}Z`;
}

const DAY = 86_400_000;
/** Consecutive instants often fall on the same day, and computing the day is the expensive part. `text` ends with the `T`. */
let lastDay = { day: Number.NaN, text: '' };

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
