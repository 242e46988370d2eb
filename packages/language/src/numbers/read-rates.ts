import { unitNamed } from './number-words.ts';

/*
 * The rate of an amount: `300 euros per month`, `twice a day`, `weekly`, `40 l/min`. The runtime's locale data has `per month` in forty languages; forms it
 * lacks (`monthly`, `every month`, `im Monat`) are in the lists of the scripts.
 */

const TIMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** True if a unit from `unitNamed` is one that rates are counted by. */
export function isTime(unit: string): boolean {
  return TIMES.some((time) => unitNamed(time) === unit);
}
