import { scanDates } from '../dates/scan-dates.ts';
import { allMatches } from '../text/all-matches.ts';
import { type Days, dayOf, daysOf, monthsBack, monthsFrom, partsOf, yearOf } from './calendar-days.ts';
import {
  hasJoinedWords,
  type LanguagePatterns,
  nearPatternsFor,
  patternsFor,
  type Unit,
} from './time-patterns.ts';
import { JOINED_AGO, JOINED_TIMES } from './time-words.ts';

type Groups = Readonly<Record<string, string | undefined>>;

/** A time that a question names, without the words before it. */
export interface FoundTime extends Days {
  readonly start: number;
  readonly end: number;
  /** True for a month that names no year. */
  readonly yearless?: boolean;
  /** True for a time given by its distance from today. */
  readonly isRelative?: boolean;
}

/** The times of a question in order, none inside another. `today` is the number of the day of the question. */
export function findTimes(question: string, today: number): FoundTime[] {
  const found = [...scannedTimes(question), ...joinedTimes(question, today)];
  for (const patterns of patternsFor(question)) found.push(...timesOf(question, patterns, today));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let reached = 0;
  return found.filter(({ start, end }) => {
    const isFree = start >= reached;
    if (isFree) reached = end;
    return isFree;
  });
}

/**
 * The times given by their distance from `today`. If one is found, all other times are searched for too,
 * because it may lie inside one of them.
 */
export function findRelativeTimes(text: string, today: number): FoundTime[] {
  const isSome =
    nearPatternsFor(text).some((patterns) => nearTimesOf(text, patterns, today).some(isRelative)) ||
    (hasJoinedWords(text) && joinedTimes(text, today).some(isRelative));
  return isSome ? findTimes(text, today).filter(isRelative) : [];
}

function isRelative(time: FoundTime): boolean {
  return time.isRelative === true;
}

/** Dates that name their year, except in file names. */
function scannedTimes(question: string): FoundTime[] {
  return scanDates(question).flatMap(({ date, precision, start, end }) => {
    const isName =
      /[/\\]$/u.test(question.slice(0, start)) || /^(?:[-_/\\]|\.\w{1,4}(?!\w))/u.test(question.slice(end));
    return isName ? [] : [{ start, end, ...daysOf(date, precision === 'quarter') }];
  });
}

type Found = Days & Pick<FoundTime, 'yearless' | 'isRelative'>;

function readTimes(question: string, pattern: RegExp, toDays: (groups: Groups) => Found | null): FoundTime[] {
  const found: FoundTime[] = [];
  for (const match of allMatches(question, pattern)) {
    const days = toDays(match.groups ?? {});
    if (days === null) continue;
    // The cue before the time only marks it as a time.
    const start = match.index + (match.groups?.['cue']?.length ?? 0);
    found.push({ start, end: match.index + match[0].length, ...days });
  }
  return found;
}

function timesOf(question: string, patterns: LanguagePatterns, today: number): FoundTime[] {
  const { words } = patterns;
  const thisYear = partsOf(today)[0];
  const read = (pattern: RegExp, toDays: (groups: Groups) => Found | null) =>
    readTimes(question, pattern, toDays);
  return [
    ...nearTimesOf(question, patterns, today),
    ...read(patterns.ordinal, ({ ord, half, y }) => {
      const count = half === undefined ? 3 : 6;
      const from = words.ordinal(ord, half !== undefined) * count + 1;
      return y === undefined
        ? lastBegun(monthsFrom(thisYear, from, count), today)
        : monthsFrom(Number(y), from, count);
    }),
    ...read(patterns.seasonYear, ({ season, y }) => seasonOf(Number(y), words.season(season))),
    ...read(patterns.monthAlone, ({ month }) => ({
      ...lastBegun(monthsFrom(thisYear, words.month(month), 1), today),
      yearless: true,
    })),
    ...read(patterns.year, ({ y }) => yearOf(Number(y))),
  ];
}

function nearTimesOf(question: string, patterns: LanguagePatterns, today: number): FoundTime[] {
  const { words } = patterns;
  const thisYear = partsOf(today)[0];
  const read = (pattern: RegExp, toDays: (groups: Groups) => Found | null) =>
    readTimes(question, pattern, toDays);
  const isRelative = true;
  return [
    ...patterns.relative.flatMap((pattern) =>
      read(pattern, ({ last, next, n, unit, season, month }) => {
        const side = last !== undefined ? -1 : next !== undefined ? 1 : 0;
        // A period that ends today is not a date.
        if (n !== undefined) return side < 0 ? lately(words.count(n), words.unit(unit), today) : null;
        if (month !== undefined)
          return { ...yearlyTime(monthsFrom(thisYear, words.month(month), 1), side, today), isRelative };
        if (season !== undefined)
          return { ...yearlyTime(seasonOf(thisYear, words.season(season)), side, today), isRelative };
        return { ...nearUnit(words.unit(unit), side, today), isRelative };
      }),
    ),
    ...patterns.ago.flatMap((pattern) =>
      read(pattern, ({ n, unit }) => {
        const day = back(words.count(n), words.unit(unit), today);
        return { from: day, until: day + 1, isRelative };
      }),
    ),
    ...read(patterns.yesterday, () => ({ from: today - 1, until: today, isRelative })),
    ...read(patterns.today, () => ({ from: today, until: today + 1, isRelative })),
  ];
}

/** `Q3` and `H1` are the same in every language; so are times in scripts without spaces. */
function joinedTimes(question: string, today: number): FoundTime[] {
  const found: FoundTime[] = [];
  for (const match of question.matchAll(
    /(?<![\p{L}\p{N}])(?<kind>[QH])(?<n>[1-4])(?: ?(?<y>(?:19|20)\d{2}))?(?![\p{L}\p{N}])/gu,
  )) {
    const { kind, n, y } = match.groups ?? {};
    const count = kind === 'Q' ? 3 : 6;
    if (kind === 'H' && Number(n) > 2) continue;
    const from = (Number(n) - 1) * count + 1;
    const days =
      y === undefined
        ? lastBegun(monthsFrom(partsOf(today)[0], from, count), today)
        : monthsFrom(Number(y), from, count);
    found.push({ start: match.index, end: match.index + match[0].length, ...days });
  }
  const ago = JOINED_AGO.exec(question);
  if (ago !== null && !/\d$/u.test(question.slice(0, ago.index))) {
    const day = back(numberOf(ago.groups?.['n'] ?? ''), unitOf(ago.groups?.['unit'] ?? ''), today);
    found.push({
      start: ago.index,
      end: ago.index + ago[0].length,
      from: day,
      until: day + 1,
      isRelative: true,
    });
  }
  for (const [form, unit, count] of JOINED_TIMES) {
    const match = form.exec(question);
    if (match === null) continue;
    const days = spanOf(unit, back(count, unit, today));
    found.push({ start: match.index, end: match.index + match[0].length, ...days, isRelative: true });
  }
  return found;
}

function back(count: number, unit: Unit, today: number): number {
  if (unit === 'day') return today - count;
  if (unit === 'week') return today - 7 * count;
  return monthsBack(today, count * { month: 1, quarter: 3, year: 12 }[unit]);
}

/** The last n units, today included. */
function lately(count: number, unit: Unit, today: number): Days {
  return { from: back(count, unit, today), until: today + 1 };
}

/** The day, week (from Monday), month, quarter or year that a day is in. */
function spanOf(unit: Unit, day: number): Days {
  const [year, month] = partsOf(day);
  switch (unit) {
    case 'day':
      return { from: day, until: day + 1 };
    case 'week': {
      const monday = day - ((((day + 3) % 7) + 7) % 7);
      return { from: monday, until: monday + 7 };
    }
    case 'month':
      return monthsFrom(year, month, 1);
    case 'quarter':
      return monthsFrom(year, Math.floor((month - 1) / 3) * 3 + 1, 3);
    default:
      return yearOf(year);
  }
}

/** The unit before today's, today's, or the one after it. */
function nearUnit(unit: Unit, side: number, today: number): Days {
  const now = spanOf(unit, today);
  if (side === 0) return now;
  return spanOf(unit, side < 0 ? now.from - 1 : now.until);
}

/** Spring starts in March; winter runs into the next year. */
function seasonOf(year: number, season: number): Days {
  return monthsFrom(year, 3 * season + 3, 3);
}

/** A time that occurs once a year: the last one that is over, the next one to begin, or this year's. */
function yearlyTime(ofYear: Days, side: number, today: number): Days {
  const shift = (years: number): Days => ({
    from: shiftYears(ofYear.from, years),
    until: shiftYears(ofYear.until, years),
  });
  if (side < 0) return ofYear.until <= today ? ofYear : shift(-1).until <= today ? shift(-1) : shift(-2);
  if (side > 0) return ofYear.from > today ? ofYear : shift(1);
  // In January, "this winter" began last year.
  return shift(-1).until > today ? shift(-1) : ofYear;
}

/** A yearly time without "last" or "next": the last one that has begun. */
function lastBegun(ofYear: Days, today: number): Days {
  const isBegun = ofYear.from <= today;
  return isBegun ? ofYear : { from: shiftYears(ofYear.from, -1), until: shiftYears(ofYear.until, -1) };
}

function shiftYears(day: number, years: number): number {
  const [year, month, date] = partsOf(day);
  return dayOf(year + years, month, date);
}

function numberOf(digits: string): number {
  const cjk = '〇一二三四五六七八九十'.indexOf(digits.replace('两', '二'));
  return cjk >= 0 && digits !== '' ? cjk : Number(digits);
}

function unitOf(text: string): 'day' | 'week' | 'month' | 'year' {
  if (/年|년/u.test(text)) return 'year';
  if (/月|개월/u.test(text)) return 'month';
  return /週|周|주/u.test(text) ? 'week' : 'day';
}
