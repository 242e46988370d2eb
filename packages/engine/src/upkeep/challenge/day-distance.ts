const DAY_MS = 86_400_000;

/** How many days a day lies behind today; negative for one to come. Both are ISO 8601, `today` a day. */
export function dayDistance(day: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(day.slice(0, 10))) / DAY_MS);
}

/** What passed longer ago, in days, was given up without a word: nobody is asked about it. */
export const FORGOTTEN = 365;

/** What nobody has dated or touched for longer than this, in days, is no business of today. */
export const IDLE = 180;
