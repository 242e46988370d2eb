const MOST_ITEMS = 1;
/** Replaces the time of the run. */
const RECORDED = '2026-11-22T12:00:00.000Z';

/** Cuts lists to their first items and long texts to their first lines, so that an example fits on a screen. Times of the run are fixed. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length <= MOST_ITEMS || value.every((item) => typeof item === 'number')
      ? value.map(shorten)
      : [...value.slice(0, MOST_ITEMS).map(shorten), `… ${value.length - MOST_ITEMS} more`];
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === 'recorded_from' ? RECORDED : shorten(each)]),
    );
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(3));
  if (typeof value !== 'string') return value;
  const lines = value.split('\n');
  return lines.length <= 8 ? value : [...lines.slice(0, 8), '…'].join('\n');
}
