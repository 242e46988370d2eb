import { toInstant, toInstantText } from '@memora/core';

/** How exactly a date is known. */
export type Precision = 'instant' | 'day' | 'month' | 'quarter' | 'year' | 'unknown';

/** When a claim holds, as far as a text tells. Dates are ISO 8601, as short as their precision. */
export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
}

interface FoundDate {
  readonly date: string;
  readonly precision: Precision;
  readonly index: number;
  readonly end: number;
}

const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'january', 'januar', 'jänner', 'janvier', 'enero'],
  ['feb', 'february', 'februar', 'février', 'febrero'],
  ['mar', 'march', 'märz', 'mars', 'marzo'],
  ['apr', 'april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'june', 'juni', 'juin', 'junio'],
  ['jul', 'july', 'juli', 'juillet', 'julio'],
  ['aug', 'august', 'août', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'october', 'oktober', 'okt', 'octobre', 'octubre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'december', 'dezember', 'dez', 'décembre', 'diciembre'],
];
const monthByName = new Map(MONTHS.flatMap((names, i) => names.map((name) => [name, i + 1] as const)));
const NAME = [...monthByName.keys()].sort((a, b) => b.length - a.length).join('|');
const YEAR = '(?:19|20)\\d{2}';

const ISO = new RegExp(
  `(?<![\\d-])(?<y>${YEAR})(?:[-_/]|\\.(?=\\d\\d\\.\\d))(?<m>0[1-9]|1[0-2])(?:[-_./](?<d>0[1-9]|[12]\\d|3[01])(?:T(?<t>\\d{2}:\\d{2}(?::\\d{2})?)(?<z>Z|[+-]\\d{2}:?\\d{2})?)?)?(?![\\d])`,
  'gu',
);
const DAY_FIRST = new RegExp(
  `(?<![\\d.])(?<d>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|er|[.ºª])? (?:of |de )?(?<n>${NAME})\\.?,? (?:de )?(?<y>${YEAR})(?!\\d)`,
  'giu',
);
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})(?<n>${NAME})\\.? (?:(?<d>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?,? )?(?<y>${YEAR})(?!\\d)`,
  'giu',
);
const DOTTED = new RegExp(
  `(?<![\\d.])(?<d>0?[1-9]|[12]\\d|3[01])\\.(?<m>0?[1-9]|1[0-2])\\.(?<y>${YEAR})(?!\\d)`,
  'gu',
);
const QUARTER = new RegExp(
  `(?<!\\p{L})Q(?<q>[1-4])[ /-]?(?<y>${YEAR})(?!\\d)|(?<![\\d-])(?<y2>${YEAR})[ -]Q(?<q2>[1-4])(?!\\d)`,
  'gu',
);
const CJK = new RegExp(`(?<y>${YEAR})年(?:(?<m>0?[1-9]|1[0-2])月(?:(?<d>0?[1-9]|[12]\\d|3[01])日)?)?`, 'gu');
const CUED_YEAR = new RegExp(
  `\\b(?:in|since|from|until|till|by|during|after|before|year|seit|bis|ab|im jahr|en|depuis|desde|hasta|jusqu'en) (?<y>${YEAR})(?!\\d|[./-]\\d)`,
  'giu',
);

const UNTIL =
  /(?:\b(?:until|till|up to|through|ends? on|ended(?: on| in)?|expires? on|bis|jusqu'(?:au|en|à)|hasta)|まで)\s*(?:the )?$/iu;
const RANGE = /^\s*(?:-|–|—|→|to|until|till|bis|à|au|a|hasta|through)\s*$/iu;

/** When what a text says holds: "since", "from … to", "until" and plain dates; null where it gives none. */
export function findDate(text: string): Validity | null {
  if (!/\d{4}/u.test(text)) return null;
  const [first, second] = allDates(text);
  if (first === undefined) return null;
  if (second !== undefined && RANGE.test(text.slice(first.end, second.index))) {
    return { validFrom: first.date, validUntil: second.date, precision: first.precision };
  }
  const start = startOfRange(text, first);
  if (start !== null) return { validFrom: start, validUntil: first.date, precision: first.precision };
  if (
    UNTIL.test(text.slice(Math.max(0, first.index - 24), first.index)) ||
    text.startsWith('まで', first.end)
  ) {
    return { validFrom: null, validUntil: first.date, precision: first.precision };
  }
  return { validFrom: first.date, validUntil: null, precision: first.precision };
}

/** A day or month that takes its year, and maybe its month, from the date behind it. */
const START = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<cue>(?:from|between|vom|von|zwischen|du|del|desde) )?(?:(?:the|dem|le|el) )?(?:(?<d>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|\\.)?` +
    `(?: (?:of |de )?(?<n>${NAME})\\.?)?|(?<n2>${NAME})\\.?(?: (?<d2>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?)?)` +
    `(?<gap>\\s*(?:-|–|—|→|to|and|until|till|bis(?: zum)?|à|au|al?|hasta(?: el)?|through)\\s*)$`,
  'iu',
);

/** The first day of "6–31 July 2026", "from 6 July to 31 July 2026", "March to May 2026"; null where no range ends in the date. */
function startOfRange(text: string, { date, index, precision }: FoundDate): string | null {
  if (precision !== 'day' && precision !== 'month') return null;
  const { cue, d, n, n2, d2, gap } = START.exec(text.slice(Math.max(0, index - 40), index))?.groups ?? {};
  if (gap === undefined) return null;
  const [year, month] = date.split('-').map(Number) as [number, number];
  const day = Number(d ?? d2 ?? Number.NaN);
  const name = n ?? n2;
  const from = name === undefined ? month : (monthByName.get(name.toLowerCase()) ?? month);
  if (Number.isNaN(day) !== (precision === 'month')) return null;
  // A bare number before "to" may count anything; it is a day where a cue says so or a dash joins the two.
  if (name === undefined && cue === undefined && !/^[-–—]$/u.test(gap)) return null;
  if (/^\s*and\s*$/iu.test(gap) && !/^(?:between|zwischen)/iu.test(cue ?? '')) return null;
  const startsIn = from > month ? year - 1 : year;
  const start = precision === 'month' ? `${startsIn}-${pad(from)}` : `${startsIn}-${pad(from)}-${pad(day)}`;
  return start < date && (precision === 'month' || isDay(startsIn, from, day)) ? start : null;
}

const WEEKDAYS =
  /(?<!\p{L})(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?(?!\p{L})|(?<!\p{L})(?:mo|diens|donners|frei|sams|sonn)(?:n?tag)(?!\p{L})|(?<!\p{L})(?:mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?!\p{L})|[月火水木金土日]曜日?/giu;

/** True where a text is a date, or a range of two, and nothing besides: `2026-04-20`, `Monday, 20 April 2026`, `2026`. */
export function isDateOnly(text: string): boolean {
  if (!/\d{4}/u.test(text)) return false;
  const parts: string[] = [];
  let at = 0;
  for (const { index, end } of allDates(text)) {
    parts.push(text.slice(at, index));
    at = end;
  }
  const rest = [...parts, text.slice(at)].join(' ');
  return !/[\p{L}\p{N}]/u.test(rest.replace(WEEKDAYS, ' ').replace(/^\s*(?:19|20)\d{2}\s*$/u, ''));
}

/** The dates of a text in order, none inside another. */
function allDates(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  const add = (match: RegExpExecArray, date: string, precision: Precision): void => {
    found.push({ date, precision, index: match.index, end: match.index + match[0].length });
  };
  for (const pattern of [ISO, DAY_FIRST, MONTH_FIRST, DOTTED, CJK]) {
    for (const match of text.matchAll(pattern)) {
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
  for (const match of text.matchAll(QUARTER)) {
    const { y, q, y2, q2 } = match.groups ?? {};
    add(match, `${y ?? y2}-${pad((Number(q ?? q2) - 1) * 3 + 1)}`, 'quarter');
  }
  if (found.length === 0) {
    for (const match of text.matchAll(CUED_YEAR)) {
      const year = match.groups?.['y'] ?? '';
      const index = match.index + match[0].length - year.length;
      found.push({ date: year, precision: 'year', index, end: index + year.length });
    }
  }
  found.sort((a, b) => a.index - b.index || b.end - a.end);
  let reached = 0;
  return found.filter(({ index, end }) => {
    const isFree = index >= reached;
    reached = Math.max(reached, end);
    return isFree;
  });
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function isDay(year: number, month: number, day: number): boolean {
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The instant in the form in which it is stored; the day where the time is none. */
function readInstant(day: string, time: string, zone: string | undefined): string {
  const instant = toInstant(`${day}T${time}${zone ?? ''}`);
  return instant === null ? day : toInstantText(instant);
}
