/** Hour and minute of `07:00`, local time. */
function partsOf(dailyAt: string): readonly [number, number] {
  const [hour = 0, minute = 0] = dailyAt.split(':').map(Number);
  return [hour, minute];
}

/**
 * The last moment, at or before `now`, at which a daily task was due in local time. An hour that the clocks
 * skip counts as the next one. An hour that they repeat counts once.
 */
export function lastDue(dailyAt: string, now: Date): Date {
  const [hour, minute] = partsOf(dailyAt);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute);
  if (today <= now) return today;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute);
}

/** True if a daily task that last ran at `ranAt` (never: null) has been due since. */
export function isDue(dailyAt: string, ranAt: Date | null, now: Date): boolean {
  // A run in the future means that a clock was set back, and is ignored.
  return ranAt === null || ranAt > now || ranAt < lastDue(dailyAt, now);
}
