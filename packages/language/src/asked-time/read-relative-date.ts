import type { Validity } from '../dates/find-dates.ts';
import { readWeekdays } from '../dates/read-weekdays.ts';
import { matchAtWords, type WordMatches } from '../text/match-at-words.ts';
import { isAscii, toAsciiSource } from '../text/to-ascii-source.ts';
import { type Days, dayAt, monthsFrom, partsOf, toDay, yearOf } from './calendar-days.ts';
import { findRelativeTimes } from './find-times.ts';
import { TIME_WORDS } from './time-words.ts';

/**
 * The one date that a statement gives relative to the instant it was made: "yesterday", "two weeks ago", "next Monday", "last spring". Null if it gives none or
 * several. `at` is ISO 8601; its day is taken in UTC.
 */
export function readRelativeDate(text: string, at: string): Validity | null {
  const said = new Date(at);
  if (Number.isNaN(said.getTime())) return null;
  const today = dayAt(said);
  const [found, ...others] = [...weekdaysOf(text, today), ...findRelativeTimes(text, today)];
  if (found === undefined || others.some(({ from, until }) => from !== found.from || until !== found.until))
    return null;
  return toValidity(found);
}

interface Sides {
  /** Words for "last" and "next" directly before a day of the week. */
  readonly last: RegExp;
  readonly next: RegExp;
  /** Finds either word anywhere. */
  readonly any: (text: string) => WordMatches;
}

const sidesByForm = new Map<boolean, Sides>();

function sidesOf(text: string): Sides {
  const isPlain = isAscii(text);
  const known = sidesByForm.get(isPlain);
  if (known !== undefined) return known;
  const make = (source: string) =>
    isPlain ? new RegExp(toAsciiSource(source), 'i') : new RegExp(source, 'iu');
  const wordsOf = (side: 'last' | 'next') =>
    Object.values(TIME_WORDS).flatMap((words) => (words[side] === '-' ? [] : [words[side]]));
  const anyOf = (words: readonly string[]) => `(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`;
  const [last, next] = [wordsOf('last'), wordsOf('next')];
  const sides = {
    last: make(`${anyOf(last)}\\s*$`),
    next: make(`${anyOf(next)}\\s*$`),
    any: matchAtWords([{ pattern: make(anyOf([...last, ...next])) }]),
  };
  sidesByForm.set(isPlain, sides);
  return sides;
}

/** "next Monday" is the first one after today and "last Monday" the first one before. A Monday without either word is ambiguous. */
function weekdaysOf(text: string, today: number): Days[] {
  const { last, next, any } = sidesOf(text);
  if (!any(text).has(0)) return [];
  return readWeekdays(text).flatMap(({ day, start }) => {
    const before = text.slice(Math.max(0, start - 24), start);
    // 1 January 1970 was a Thursday.
    const now = ((((today + 3) % 7) + 7) % 7) + 1;
    if (next.test(before)) return [dayRange(today + (((day - now + 6) % 7) + 1))];
    if (last.test(before)) return [dayRange(today - (((now - day + 6) % 7) + 1))];
    return [];
  });
}

function dayRange(day: number): Days {
  return { from: day, until: day + 1 };
}

function toValidity({ from, until }: Days): Validity {
  const [year, month] = partsOf(from);
  const ofYear = yearOf(year);
  const ofMonth = monthsFrom(year, month, 1);
  const is = (days: Days) => days.from === from && days.until === until;
  const text = toDay(from);
  if (is(ofYear)) return { validFrom: text.slice(0, 4), validUntil: null, precision: 'year' };
  if (is(ofMonth)) return { validFrom: text.slice(0, 7), validUntil: null, precision: 'month' };
  return { validFrom: text, validUntil: null, precision: 'day' };
}
