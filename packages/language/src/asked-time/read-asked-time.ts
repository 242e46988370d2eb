import { LABELS } from '../scripts/latin-cues.ts';
import { type Days, dayAt, monthsFrom, partsOf, toDay, toPeriod } from './calendar-days.ts';
import { type FoundTime, findTimes } from './find-times.ts';
import { type LanguagePatterns, type Part, patternsFor, type Side } from './time-patterns.ts';
import { BEFORE_DATE, BEHIND_DATE } from './time-words.ts';

/** The time that a question is about, and the words that name it. Days are ISO 8601, UTC. */
export interface AskedTime {
  /** Position of the words in UTF-16 units, including the word before them. */
  readonly start: number;
  readonly end: number;
  readonly side: Side;
  /** The first day; null for an open beginning. */
  readonly from: string | null;
  /** The day after the last; null for an open end. */
  readonly until: string | null;
  /** The same in short: `2025`, `2025-03`, a day, or two of them with a slash, both included. For `before`, the last day before. */
  readonly asOf: string;
}

/** An event that a question dates by: `before the move`. */
export interface AskedEvent {
  readonly start: number;
  readonly end: number;
  readonly side: Exclude<Side, 'in'>;
  /** The words that name the event. */
  readonly event: string;
}

const WORD = /\p{L}{3}/u;
/** Words that name a part of an answer or a source: `question`, `notes`. */
export const LABEL_WORDS: ReadonlySet<string> = new Set(LABELS.split(' '));

/** Maximum number of characters of a question that are read. */
const LONGEST = 2_000;

/**
 * Reads the time in a question: dates, months, quarters, seasons, years, relative times (`last spring`, `two years ago`) and the word before them (`in`,
 * `before`, `since`). Several times are read as one range from the first to the last. Null if the question names none.
 */
export function readAskedTime(question: string, { now }: { readonly now: Date }): AskedTime | null {
  const text = question.slice(0, LONGEST);
  const today = dayAt(now);
  const languages = patternsFor(text);
  const times = joinYears(findTimes(text, today)).map((time) => withLead(text, time, languages));
  const [first] = times;
  if (first === undefined) return null;
  // Two times make one range (`between March and May`). If the words do not say so, the whole range is the safe reading.
  const all = {
    ...first,
    end: Math.max(...times.map(({ end }) => end)),
    from: Math.min(...times.map(({ from }) => from)),
    until: Math.max(...times.map(({ until }) => until)),
  };
  return toAskedTime(times.length > 1 && first.side !== 'in' ? { ...all, side: sideOf(times) } : all, today);
}

/**
 * Reads the event that a question dates by: the words after `before`, `after`, `since` or `until` if they
 * name no time. Null if they leave nothing of the question, or are the question itself: `Until when does it
 * run?`.
 */
export function readAskedEvent(question: string): AskedEvent | null {
  const text = question.slice(0, LONGEST);
  for (const { event: pattern } of patternsFor(text)) {
    for (const match of text.matchAll(pattern)) {
      const { before, after, since, what = '' } = match.groups ?? {};
      const side =
        before !== undefined
          ? 'before'
          : after !== undefined
            ? 'after'
            : since !== undefined
              ? 'since'
              : 'until';
      const event = what.trim().replace(/[.…]+$/u, '');
      const [start, end] = [match.index, match.index + match[0].length];
      const isAsked = LABEL_WORDS.has((event.split(' ')[0] as string).toLowerCase());
      const isAll = !WORD.test(text.slice(0, start)) && !WORD.test(text.slice(end));
      if (WORD.test(event) && !isAsked && !isAll) return { start, end, side, event };
    }
  }
  return null;
}

/** The time before, after or during an event on certain days. */
export function besideEvent(
  { start, end, side }: AskedEvent,
  from: string,
  until: string,
  now: Date,
): AskedTime {
  const days = { from: dayNumber(from), until: dayNumber(until) };
  return toAskedTime({ start, end, side, ...days }, dayAt(now));
}

/** In `between March and May 2024`, the month without a year takes the year of the time after it. */
function joinYears(times: readonly FoundTime[]): FoundTime[] {
  return times.map((time, i) => {
    const next = times[i + 1];
    if (time.yearless !== true || next === undefined || next.yearless === true) return time;
    const [year, month] = partsOf(time.from);
    const length = partsOf(time.until - 1)[1] - month + 1;
    const [ofNext] = partsOf(next.from);
    const moved = monthsFrom(ofNext, month, length > 0 ? length : 1);
    return year === ofNext
      ? time
      : { ...time, ...(moved.from > next.from ? monthsFrom(ofNext - 1, month, 1) : moved) };
  });
}

interface LedTime extends FoundTime {
  readonly side: Side;
}

/** A time with the words before it, which give its part and side. */
function withLead(text: string, time: FoundTime, languages: readonly LanguagePatterns[]): LedTime {
  let { start } = time;
  let days: Days = time;
  const lead = () => text.slice(Math.max(0, start - 40), start);
  for (const { part } of languages) {
    const name = (['early', 'middle', 'late'] as const).find((each) => part[each].test(lead()));
    if (name === undefined) continue;
    days = { ...days, ...partOf(days, name) };
    start -= part[name].exec(lead())?.[0].length ?? 0;
    break;
  }
  for (const { side: patterns } of languages) {
    const side = (['before', 'after', 'since', 'until', 'between', 'in'] as const).find((each) =>
      patterns[each].test(lead()),
    );
    if (side === undefined) continue;
    start -= patterns[side].exec(lead())?.[0].length ?? 0;
    return { ...days, start, end: time.end, side: side === 'between' ? 'in' : side };
  }
  return { ...days, start, end: time.end, ...sideByPlace(text, start, time.end) };
}

/** In languages without a table, written-out dates have a side too. */
function sideByPlace(
  text: string,
  start: number,
  end: number,
): { readonly side: Side; readonly end?: number } {
  const behind = text.slice(end, end + 12);
  for (const [side, forms] of BEHIND_DATE) {
    const match = forms.exec(behind);
    if (match !== null) return { side, end: end + match[0].length };
  }
  const before = text.slice(Math.max(0, start - 20), start);
  const [side = 'in'] = BEFORE_DATE.find(([, forms]) => forms.test(before)) ?? [];
  return { side: side as Side };
}

/** `from March until May` is a range; `before 2024 or after 2025` can't be read as one. */
function sideOf(times: readonly LedTime[]): Side {
  const [first, second] = times;
  if (first?.side === 'since' && (second?.side === 'until' || second?.side === 'in')) return 'in';
  return times.every(({ side }) => side === first?.side) ? (first?.side ?? 'in') : 'in';
}

/** The first, middle or last part: three months of a year, ten days of a month, else a third. */
function partOf({ from, until }: Days, part: Part): Days {
  const length = until - from;
  if (length > 300) {
    const first = { early: 1, middle: 5, late: 10 }[part];
    return monthsFrom(partsOf(from)[0], first, part === 'middle' ? 4 : 3);
  }
  const size = length > 27 && length < 32 ? 10 : Math.max(1, Math.round(length / 3));
  if (part === 'early') return { from, until: from + size };
  if (part === 'late') return { from: until - size, until };
  const middle = from + Math.round((length - size) / 2);
  return { from: middle, until: middle + size };
}

function toAskedTime({ start, end, side, from, until }: LedTime, today: number): AskedTime {
  const place = { start, end, side };
  const days = (a: number | null, b: number | null) => ({
    from: a === null ? null : toDay(a),
    until: b === null ? null : toDay(b),
  });
  switch (side) {
    case 'before':
      return { ...place, ...days(null, from), asOf: toDay(from - 1) };
    case 'until':
      return { ...place, ...days(null, until), asOf: toDay(until - 1) };
    case 'after':
    case 'since': {
      const begins = side === 'after' ? until : from;
      return {
        ...place,
        ...days(begins, null),
        asOf: toPeriod({ from: begins, until: Math.max(today, begins) + 1 }),
      };
    }
    default:
      return { ...place, ...days(from, until), asOf: toPeriod({ from, until }) };
  }
}

function dayNumber(day: string): number {
  return dayAt(new Date(`${day}T00:00:00Z`));
}

/** A period as English words: `March 2025`, `15 March 2025`, `March to May 2025`. */
export function sayPeriod(period: string): string {
  const [first = '', last = first] = period.split('/');
  return first === last ? sayDate(first) : `${sayDate(first)} to ${sayDate(last)}`;
}

function sayDate(date: string): string {
  if (date.length < 7) return date;
  const [year, month, day] = partsOf(dayNumber(`${date}-01`.slice(0, 10)));
  const name = MONTH_NAMES[month - 1];
  return date.length === 7 ? `${name} ${year}` : `${day} ${name} ${year}`;
}

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');
