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
