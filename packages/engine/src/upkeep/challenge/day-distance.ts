const DAY_MS = 86_400_000;

/**
 * The number of days from `date` to `today`; negative for a future date. Both are ISO 8601, `today` a day.
 */
export function dayDistance(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day.slice(0, 10))) / DAY_MS);
}

/** Days after which a past item counts as abandoned and is no longer reported. */
export const FORGOTTEN = 365;

/** Days without a date or an edit after which an item is no longer relevant today. */
export const IDLE = 180;
