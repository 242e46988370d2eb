import type { DateToken, TimeToken, WeekdayToken } from '@memora/language/calendar';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

const HALF_A_DAY = 12 * 3600;

/** Times of day of the statement that the evidence doesn't know. A word such as `noon` needs another time to disagree with. */
export function compareTimes(said: readonly TimeToken[], known: readonly TimeToken[]): TokenDisagreement[] {
  const exact = new Set(known.map(({ seconds }) => seconds));
  const open = new Set(known.flatMap(({ seconds, open: isOpen }) => (isOpen ? [seconds % HALF_A_DAY] : [])));
  const halves = new Set(known.map(({ seconds }) => seconds % HALF_A_DAY));
  return said.flatMap((time): TokenDisagreement[] => {
    const half = time.seconds % HALF_A_DAY;
    if (exact.has(time.seconds) || open.has(half) || (time.open && halves.has(half))) return [];
    if (time.word && known.length === 0) return [];
    return [disagree('time', time.text, known[0]?.text)];
  });
}

/** Days of the week that the evidence names no more than it dates a day on them. */
export function compareWeekdays(
  said: readonly WeekdayToken[],
  known: readonly WeekdayToken[],
  dates: readonly DateToken[],
): TokenDisagreement[] {
  const days = new Set(known.map(({ day }) => day));
  for (const { year, month, day } of dates)
    if (year !== null && month !== null && day !== null)
      days.add(new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7);
  return said.flatMap((token): TokenDisagreement[] =>
    days.has(token.day) ? [] : [disagree('date', token.text, known[0]?.text)],
  );
}
