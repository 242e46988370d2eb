/** A day in words, as in `Wednesday, 4 March 2026`; anything else as it is. */
export function sayDate(date: string): string {
  if (!/^\d{4}-\d\d-\d\d$/u.test(date)) return date;
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', options);
}

/** A moment with its time, in the reader's zone: `28 Nov 2026, 05:49`. */
export function sayMoment(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
