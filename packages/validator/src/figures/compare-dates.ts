import type { DateToken } from '@memora/language/calendar';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/**
 * Dates of the statement that the evidence doesn't know: no date with that day and month (and a year that doesn't differ), or
 * with that month. Years are compared as numbers.
 */
export function compareDates(said: readonly DateToken[], known: readonly DateToken[]): TokenDisagreement[] {
  const places = groupBy(said, ({ start }) => start);
  // Each date once, and by its month: a text of many dates is compared in one pass.
  const distinct = [...new Map(known.map((date) => [keyOf(date), date])).values()];
  const byMonth = groupBy(distinct, ({ month }) => month);
  const byYear = groupBy(distinct, ({ year }) => year);
  const judged = new Map<string, TokenDisagreement | null>();
  const disagreements: TokenDisagreement[] = [];
  for (const readings of places.values()) {
    const key = readings.map(keyOf).join();
    let found = judged.get(key);
    if (found === undefined) {
      found = judge(readings);
      judged.set(key, found);
    }
    if (found !== null) disagreements.push(found);
  }
  return disagreements;

  /** Two readings of one numeric date stand at one place: either will do. */
  function judge(readings: readonly DateToken[]): TokenDisagreement | null {
    if (readings.some((date) => byMonth.get(date.month)?.some((other) => agreeDates(date, other))))
      return null;
    const date = readings[0] as DateToken;
    const near =
      byMonth.get(date.month)?.[0] ?? (date.year === null ? undefined : byYear.get(date.year)?.[0]);
    return disagree('date', date.text, near?.text);
  }
}

function groupBy<K>(dates: readonly DateToken[], keyOfDate: (date: DateToken) => K): Map<K, DateToken[]> {
  const groups = new Map<K, DateToken[]>();
  for (const date of dates) {
    const group = groups.get(keyOfDate(date));
    if (group === undefined) groups.set(keyOfDate(date), [date]);
    else group.push(date);
  }
  return groups;
}

function keyOf({ year, month, day }: DateToken): string {
  return `${year} ${month} ${day}`;
}

/** True where a date of the evidence may be the one that is said. */
export function agreeDates(said: DateToken, known: DateToken): boolean {
  if (said.day !== null && said.day !== known.day) return false;
  return said.year === null || known.year === null || said.year === known.year;
}
