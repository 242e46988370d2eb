import { toInstant, toInstantText } from '@memora/core';
import { allMatches } from '../text/all-matches.ts';
import { MONTHS, MONTHS_BEHIND_IN, SHORT_MONTHS } from './all-months.ts';
import { monthsByName, namesPattern } from './months.ts';

/** How exactly a date is known. */
export type Precision = 'instant' | 'day' | 'month' | 'quarter' | 'year' | 'unknown';

/** A date that a text writes out with its year, and its position in UTF-16 units. ISO 8601, as short as its precision. */
export interface ScannedDate {
  readonly date: string;
  readonly precision: Precision;
  readonly start: number;
  readonly end: number;
}

/** The 1-based month by lower-case name, in every language of the table. */
export const monthByName: ReadonlyMap<string, number> = monthsByName([
  ...Object.values(MONTHS),
  ...Object.values(MONTHS_BEHIND_IN),
  // Only English and German short forms: those of other languages are ordinary words elsewhere (`pro 2024`, `set 2024`).
  SHORT_MONTHS['de'] as string,
]);
/** An alternation of the month names. */
export const MONTH_NAME: string = namesPattern(monthByName.keys());
/** The languages that write the year first. */
const YEAR_FIRST_NAME = namesPattern(
  monthsByName([MONTHS['hu'], MONTHS_BEHIND_IN['hu'], MONTHS['lt']] as string[]).keys(),
);
const YEAR = '(?:1\\d|20|21)\\d{2}';
/** A day of a month, as a pattern source. */
export const DAY = '(?:0?[1-9]|[12]\\d|3[01])';

const ISO = new RegExp(
  `(?<![\\d-])(?<y>${YEAR})(?:[-_/]|\\.(?=\\d\\d\\.\\d))(?<m>0[1-9]|1[0-2])(?:[-_./](?<d>0[1-9]|[12]\\d|3[01])(?:T(?<t>\\d{2}:\\d{2}(?::\\d{2})?)(?:\\.\\d+)?(?<z>Z|[+-]\\d{2}:?\\d{2})?)?)?(?![\\d])`,
  'gu',
);
const DAY_FIRST = new RegExp(
  `(?<![\\d.])(?<d>${DAY})(?:st|nd|rd|th|er|[.ºª°])? (?:of |de )?(?<n>${MONTH_NAME})\\.?,? (?:de |del )?(?<y>${YEAR})(?!\\d)`,
  'giu',
);
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})(?<n>${MONTH_NAME})\\.? (?:(?<d>${DAY})(?:st|nd|rd|th)?,? |de |of )?(?<y>${YEAR})(?!\\d)`,
  'giu',
);
const YEAR_FIRST = new RegExp(
  `(?<![\\d-])(?<y>${YEAR})(?:\\.| m\\.)? (?<n>${YEAR_FIRST_NAME})(?!\\p{L})(?: (?<d>${DAY})(?!\\d))?`,
  'giu',
);
const DOTTED = new RegExp(`(?<![\\d.])(?<d>${DAY})\\.(?<m>0?[1-9]|1[0-2])\\.(?<y>${YEAR})(?!\\d)`, 'gu');
/** `03/04/2025` is the third of April to some and the fourth of March to others; it is read only if one order is impossible. */
const SLASHED = new RegExp(`(?<![\\d/])(?<a>${DAY})/(?<b>${DAY})/(?<y>${YEAR})(?![\\d/])`, 'gu');
const QUARTER = new RegExp(
  `(?<!\\p{L})Q(?<q>[1-4])[ /-]?(?<y>${YEAR})(?!\\d)|(?<![\\d-])(?<y2>${YEAR})[ -]Q(?<q2>[1-4])(?!\\d)`,
  'gu',
);
const CJK = new RegExp(
  `(?<y>${YEAR})\\s?[年년](?:\\s?(?<m>0?[1-9]|1[0-2])\\s?[月월](?:\\s?(?<d>${DAY})\\s?[日일])?)?`,
  'gu',
);

/**
 * The dates of a text that name a year, in order, none inside another: ISO 8601, days and months in words of every language of the table, in digits if they can
 * be read only one way, quarters, and Chinese, Japanese and Korean dates. A year alone is not a date here.
 */
export function scanDates(text: string): ScannedDate[] {
  if (!/\d{4}/u.test(text)) return [];
  const found: ScannedDate[] = [];
  const add = ({ index, 0: { length } }: RegExpExecArray, date: string, precision: Precision): void => {
    found.push({ date, precision, start: index, end: index + length });
  };
  for (const pattern of [ISO, DAY_FIRST, MONTH_FIRST, YEAR_FIRST, DOTTED, CJK]) {
    for (const match of allMatches(text, pattern)) {
      const { y = '', m, n, d, t, z } = match.groups ?? {};
      const month = n === undefined ? Number(m) : monthByName.get(n.toLowerCase());
      if (month === undefined || Number.isNaN(month)) add(match, y, 'year');
      else if (d === undefined) add(match, `${y}-${pad(month)}`, 'month');
      else if (isDay(Number(y), month, Number(d))) {
        const day = `${y}-${pad(month)}-${pad(Number(d))}`;
        if (t === undefined) add(match, day, 'day');
        else add(match, readInstant(day, t, z), 'instant');
      }
    }
  }
  for (const match of allMatches(text, SLASHED)) {
    const [a, b] = [Number(match.groups?.['a']), Number(match.groups?.['b'])];
    const [month, day] = a > 12 ? [b, a] : [a, b];
    const isClear = a === b || a > 12 || b > 12;
    if (isClear && month <= 12 && isDay(Number(match.groups?.['y']), month, day))
      add(match, `${match.groups?.['y']}-${pad(month)}-${pad(day)}`, 'day');
  }
  for (const match of allMatches(text, QUARTER)) {
    const { y, q, y2, q2 } = match.groups ?? {};
    add(match, `${y ?? y2}-${pad((Number(q ?? q2) - 1) * 3 + 1)}`, 'quarter');
  }
  return withoutInner(found);
}

/** The mentions in order. Of two that overlap, keeps the earlier; of two with the same start, the longer. */
export function withoutInner(found: ScannedDate[]): ScannedDate[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let reached = 0;
  return found.filter(({ start, end }) => {
    const isFree = start >= reached;
    if (isFree) reached = end;
    return isFree;
  });
}

export function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** True if the month has this day. */
export function isDay(year: number, month: number, day: number): boolean {
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The instant in its stored form; only the day if the time is invalid. */
function readInstant(day: string, time: string, zone: string | undefined): string {
  const instant = toInstant(`${day}T${time}${zone ?? ''}`);
  return instant === null ? day : toInstantText(instant);
}
