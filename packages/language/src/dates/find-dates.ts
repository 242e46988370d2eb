import { EVERY_SCRIPT } from '../scripts/every-script.ts';
import { LATIN } from '../scripts/latin.ts';
import { allMatches } from '../text/all-matches.ts';
import { namesPattern } from './months.ts';
import {
  DAY,
  isDay,
  MONTH_NAME,
  monthByName,
  type Precision,
  pad,
  type ScannedDate,
  scanDates,
} from './scan-dates.ts';
import { daysIn } from './weekdays.ts';

/** When a claim is valid, as far as a text states it. Dates are ISO 8601, as short as their precision. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
}

const YEAR = '(?:19|20)\\d{2}';

const CUED_YEAR = new RegExp(
  `\\b(?:in|since|from|until|till|by|during|after|before|year|seit|bis|ab|im jahr|en|depuis|desde|hasta|jusqu'en) (?<y>${YEAR})(?!\\d|[./-]\\d)`,
  'giu',
);

const UNTIL =
  /(?:\b(?:until|till|up to|through|ends? on|ended(?: on| in)?|expires? on|bis|jusqu'(?:au|en|à)|hasta)|まで)\s*(?:the )?$/iu;
const RANGE = /^\s*(?:-|–|—|→|to|until|till|bis|à|au|a|hasta|through)\s*$/iu;

/** The validity that a text states: "since", "from … to", "until" and plain dates; null if it states none. */
export function findDate(text: string): Validity | null {
  if (!/\d{4}/u.test(text)) return null;
  const [first, second] = allDates(text);
  if (first === undefined) return null;
  if (second !== undefined && RANGE.test(text.slice(first.end, second.start))) {
    return { validFrom: first.date, validUntil: second.date, precision: first.precision };
  }
  const start = startOfRange(text, first);
  if (start !== null) return { validFrom: start, validUntil: first.date, precision: first.precision };
  if (
    UNTIL.test(text.slice(Math.max(0, first.start - 24), first.start)) ||
    text.startsWith('まで', first.end)
  ) {
    return { validFrom: null, validUntil: first.date, precision: first.precision };
  }
  return { validFrom: first.date, validUntil: null, precision: first.precision };
}

/** True if the text before a date makes it an end: "until", "expires on". */
export function endsBefore(before: string): boolean {
  return UNTIL.test(before.slice(-24));
}

/** A day or month that takes its year, and perhaps its month, from the date after it. */
const START = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<cue>(?:from|between|vom|von|zwischen|du|del|desde) )?(?:(?:the|dem|le|el) )?(?:(?<d>${DAY})(?:st|nd|rd|th|\\.)?` +
    `(?: (?:of |de )?(?<n>${MONTH_NAME})\\.?)?|(?<n2>${MONTH_NAME})\\.?(?: (?<d2>${DAY})(?:st|nd|rd|th)?)?)` +
    `(?<gap>\\s*(?:-|–|—|→|to|and|until|till|bis(?: zum)?|à|au|al?|hasta(?: el)?|through)\\s*)$`,
  'iu',
);

/** The first day of "6–31 July 2026", "from 6 July to 31 July 2026", "March to May 2026"; null if no range ends in the date. */
function startOfRange(text: string, { date, start: end, precision }: ScannedDate): string | null {
  if (precision !== 'day' && precision !== 'month') return null;
  const { cue, d, n, n2, d2, gap } = START.exec(text.slice(Math.max(0, end - 40), end))?.groups ?? {};
  if (gap === undefined) return null;
  const [year, month] = date.split('-').map(Number) as [number, number];
  const day = Number(d ?? d2 ?? Number.NaN);
  const name = n ?? n2;
  const from = name === undefined ? month : (monthByName.get(name.toLowerCase()) ?? month);
  if (Number.isNaN(day) !== (precision === 'month')) return null;
  // A bare number before "to" may count anything. It is a day if a cue marks it or a dash joins the two.
  if (name === undefined && cue === undefined && !/^[-–—]$/u.test(gap)) return null;
  if (/^\s*and\s*$/iu.test(gap) && !/^(?:between|zwischen)/iu.test(cue ?? '')) return null;
  const startsIn = from > month ? year - 1 : year;
  const start = precision === 'month' ? `${startsIn}-${pad(from)}` : `${startsIn}-${pad(from)}-${pad(day)}`;
  return start < date && (precision === 'month' || isDay(startsIn, from, day)) ? start : null;
}

const WEEKDAY_NAME = namesPattern(
  daysIn([LATIN, ...EVERY_SCRIPT].flatMap(({ weekdays = '' }) => weekdays.split('|'))).keys(),
);
/** A day of the week in a date: its name, English and German short forms, `月曜日`. */
const WEEKDAY = new RegExp(
  `(?<!\\p{L})(?:${WEEKDAY_NAME}|(?:mon|tues?|wed|thu|thurs?|fri|sat|sun|mo|di|mi|do|fr|sa|so)(?=[.,]|\\s+\\d))(?!\\p{L})|[月火水木金土日]曜日?`,
  'giu',
);

/** True if a text is only a date or a range of two: `2026-04-20`, `Monday, 20 April 2026`, `2026`. */
export function isDateOnly(text: string): boolean {
  if (!/\d{4}/u.test(text)) return false;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of allDates(text)) {
    parts.push(text.slice(at, start));
    at = end;
  }
  const rest = [...parts, text.slice(at)].join(' ');
  return !/[\p{L}\p{N}]/u.test(rest.replace(WEEKDAY, ' ').replace(/^\s*(?:19|20)\d{2}\s*$/u, ''));
}

/** The dates of a text in order. If there are none, bare years after a word that marks them as years. */
function allDates(text: string): ScannedDate[] {
  const found = scanDates(text).filter(({ date }) => /^(?:19|20)/u.test(date));
  if (found.length > 0) return found;
  return allMatches(text, CUED_YEAR).map((match) => {
    const date = match.groups?.['y'] ?? '';
    const end = match.index + match[0].length;
    return { date, precision: 'year', start: end - date.length, end };
  });
}
