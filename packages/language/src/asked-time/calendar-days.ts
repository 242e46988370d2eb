/** Days `[from, until)`, counted from 1 January 1970, UTC. */
export interface Days {
  readonly from: number;
  readonly until: number;
}

const MS = 86_400_000;

/** The number of a day. Months start at 1; numbers past 12 run into later years. */
export function dayOf(year: number, month = 1, day = 1): number {
  return Math.floor(Date.UTC(year, month - 1, day) / MS);
}

/** Year, month from 1 and day of a day's number. */
export function partsOf(day: number): readonly [year: number, month: number, day: number] {
  const date = new Date(day * MS);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** The day of an instant, UTC. */
export function dayAt(instant: Date): number {
  return Math.floor(instant.getTime() / MS);
}

/** `2025-03-15` */
export function toDay(day: number): string {
  return new Date(day * MS).toISOString().slice(0, 10);
}

/** The month that is a number of months after another. */
export function monthsFrom(year: number, month: number, count: number): Days {
  return { from: dayOf(year, month), until: dayOf(year, month + count) };
}

export function yearOf(year: number): Days {
  return monthsFrom(year, 1, 12);
}

/** The same day a number of months earlier; the last day of a shorter month. */
export function monthsBack(day: number, count: number): number {
  const [year, month, date] = partsOf(day);
  const last = dayOf(year, month - count + 1) - 1;
  return Math.min(dayOf(year, month - count) + date - 1, last);
}

/** The days of an ISO 8601 date of a year, a month or a day; a quarter is given by its first month. */
export function daysOf(date: string, isQuarter: boolean): Days {
  const [year = 0, month, day] = date.slice(0, 10).split('-').map(Number);
  if (month === undefined) return yearOf(year);
  if (day === undefined) return monthsFrom(year, month, isQuarter ? 3 : 1);
  return { from: dayOf(year, month, day), until: dayOf(year, month, day) + 1 };
}

/** The shortest form: `2025`, `2025-03`, `2025-03-15`, or two of them with a slash, both included. */
export function toPeriod({ from, until }: Days): string {
  const [year, month, day] = partsOf(from);
  const [endYear, endMonth, endDay] = partsOf(until);
  if (day !== 1 || endDay !== 1 || until - from < 28) {
    const [first, last] = [toDay(from), toDay(until - 1)];
    return first === last ? first : `${first}/${last}`;
  }
  const isYears = month === 1 && endMonth === 1;
  const cut = isYears ? 4 : 7;
  const [first, last] = [toDay(from).slice(0, cut), toDay(until - 1).slice(0, cut)];
  return first === last || (isYears && endYear - year === 1) ? first : `${first}/${last}`;
}
