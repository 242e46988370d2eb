import { unitNamed } from './number-words.ts';

/*
 * How often, and for how long an amount is: `300 euros per month`, `twice a day`, `weekly`, `40 l/min`. `Per month` is said in forty languages by the locale
 * data of the runtime; what it does not know (`monthly`, `every month`, `im Monat`) is in the lists of the scripts.
 */

const TIMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];

/** Whether a unit, as `unitNamed` gives it, is one that rates are counted by. */
export function isTime(unit: string): boolean {
  return TIMES.some((time) => unitNamed(time) === unit);
}
