/** A day in words, such as `Wednesday, 4 March 2026`; any other text is returned as it is. */
export function sayDate(date: string): string {
  return say(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

/** A short day, such as `4 Mar 2026`; any other text is returned as it is. */
export function sayShortDate(date: string): string {
  return say(date, { day: 'numeric', month: 'short', year: 'numeric' });
}

function say(date: string, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(`${date}T00:00:00Z`);
  const isDay = date.length === 'YYYY-MM-DD'.length && !Number.isNaN(at.getTime());
  return isDay ? at.toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' }) : date;
}

/** An instant with its time in the reader's zone: `28 Nov 2026, 05:49`. */
export function sayMoment(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
