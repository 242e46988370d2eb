import type { TextRange } from '../sentences/segment-sentences.ts';
import { allMatches } from '../text/all-matches.ts';
import { dayByName } from './weekdays.ts';

/** A day of the week that a text names, 1 for Monday. */
export interface WeekdayToken extends TextRange {
  readonly text: string;
  readonly day: number;
}

/** A word, or several joined by an apostrophe or a hyphen: `п’ятниця`, `segunda-feira`. */
const WORD = /\p{L}[\p{L}\p{M}]*(?:[-ʼ’\u200c][\p{L}\p{M}]+)*/gu;
const CJK = /([月火水木金土日])曜|(?:星期|礼拜|禮拜|周|週)([一二三四五六日天])/gu;
/** Korean names have three syllables, with particles attached. */
const KOREAN = /^[가-힣]{4,}/u;

/** Reads the days of the week that a text names. */
export function readWeekdays(text: string): WeekdayToken[] {
  const days: WeekdayToken[] = [];
  const add = (start: number, named: string, day: number) =>
    days.push({ text: named, start, end: start + named.length, day });
  // Most texts contain no weekday. A list of the words alone shows that, without computing positions.
  const words = text.match(WORD)?.some(mayNameDay) === true ? allMatches(text, WORD) : [];
  for (const { 0: word, index } of words) {
    const day = dayOf(word);
    if (day !== undefined) add(index, KOREAN.test(word) ? word.slice(0, 3) : word, day);
    else if (word.includes('-'))
      for (const part of word.matchAll(/[^-]+/gu)) {
        const own = dayOf(part[0]);
        if (own !== undefined) add(index + part.index, part[0], own);
      }
  }
  for (const match of allMatches(text, CJK)) {
    const day =
      match[1] === undefined
        ? '一二三四五六日天'.indexOf(match[2] as string)
        : '月火水木金土日'.indexOf(match[1]);
    add(match.index, match[0], Math.min(day, 6) + 1);
  }
  return days;
}

function mayNameDay(word: string): boolean {
  return dayOf(word) !== undefined || word.includes('-');
}

/** `Mondays` and `Montagen` are days too. */
function dayOf(word: string): number | undefined {
  const low = word.toLowerCase();
  const names = dayByName();
  return (
    names.get(low) ??
    (low.endsWith('s') ? names.get(low.slice(0, -1)) : undefined) ??
    (low.endsWith('en') ? names.get(low.slice(0, -2)) : undefined) ??
    (KOREAN.test(low) ? names.get(low.slice(0, 3)) : undefined)
  );
}
