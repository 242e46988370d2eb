import { allMatches } from '../text/all-matches.ts';
import { type ScannedDate, scanDates, withoutInner } from './scan-dates.ts';

/** A date in a text: its position in UTF-16 units, and the instants it may mean, `[from, until)` in milliseconds, UTC. */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly until: number;
}

/** A bare year that the word before it marks as a year, or whose surroundings do not show that it is something else. */
const YEAR =
  /(?:^|(?<=\b(?:in|since|from|until|till|by|before|after|of|year|seit|bis|vor|nach|Jahr)\s))(1[0-9]\d\d|20\d\d|21\d\d)(?=$|[\s,;.!?)])(?![.,:/-]\d)/giu;

/**
 * The dates of a text that name a year: a day, a month, a quarter or a year, as {@link scanDates} reads them. Weekdays, clock times and relative dates are left
 * out, because nothing in the text gives their day.
 */
export function readDateMentions(text: string): DateMention[] {
  const found = scanDates(text);
  for (const { 0: year, index } of allMatches(text, YEAR))
    found.push({ date: year, precision: 'year', start: index, end: index + year.length });
  return withoutInner(found).map((each) => ({ start: each.start, end: each.end, ...instantsOf(each) }));
}

function instantsOf({ date, precision }: ScannedDate): { from: number; until: number } {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  const from = Date.UTC(year, month - 1, day);
  const months = precision === 'year' ? 12 : precision === 'quarter' ? 3 : precision === 'month' ? 1 : 0;
  return {
    from,
    until: months === 0 ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month - 1 + months),
  };
}
