import { scanDates, type Validity } from '@memora/language/dates';
import type { GuessedLanguage } from '@memora/language/detect';
import { readNumbers, wordBehind } from '@memora/language/numbers';
import { stopWords } from '@memora/language/stems';
import { foldWord, splitWords } from '@memora/language/text';
import type { ParsedNote, Segment } from '@memora/vault';
import { dateAtStart, noteDates } from '../../prepare/note-dates.ts';
import { languageOfNote } from '../offline/language-of-note.ts';
import { namedDays } from '../offline/times/read-times.ts';

/** The dates of a segment. */
interface SegmentDates {
  /** When the segment was said; null if nothing dates it. */
  readonly said: Validity | null;
  /** True if a date (ISO 8601, at least a year) occurs in the segment, its headings or its note, or follows from when it was said. */
  readonly mayBe: (date: string) => boolean;
}

export type DatesOf = (segment: Segment) => SegmentDates;

/** Creates a reader for the dates of a note's segments. It reads each segment on demand. */
export function createDatesOf(note: ParsedNote): DatesOf {
  const dates = noteDates(note);
  let language: GuessedLanguage | null | undefined;
  return (segment) => {
    const at = segment.turn?.at ?? null;
    const ofTurn: Validity | null =
      at === null ? null : { validFrom: at, validUntil: null, precision: 'instant' };
    const text = segment.prose ?? segment.text;
    const said = dates.ofHeading(segment.headingPath) ?? ofTurn ?? dates.ofNote ?? dateAtStart(text);
    let known: readonly string[] | undefined;
    const read = (): readonly string[] => {
      language ??= languageOfNote(note);
      const day =
        said?.validFrom?.length !== undefined && said.validFrom.length >= 10 ? said.validFrom : null;
      return [
        ...(said?.validFrom == null ? [] : [said.validFrom]),
        ...[text, note.title, ...segment.headingPath].flatMap((each) =>
          scanDates(each).map(({ date }) => date),
        ),
        ...(text.match(/(?<!\d)\d{4}(?!\d)/gu) ?? []),
        ...(day === null || language === null ? [] : namedDays(text, day, language)),
      ];
    };
    return {
      said,
      mayBe: (date) => {
        known ??= read();
        return known.some((each) => each.startsWith(date)) || namesDay(text, date, said, language ?? null);
      },
    };
  };
}

/** Maximum number of days between the date of a statement and a day that it names without a month. */
const NEAR_DAYS = 45;
const DAY_MS = 86_400_000;

/**
 * True if the text names the day of the month and the day is near the date of the statement: "on the 19th", "am 19. und". Counts and measures are not
 * days: a bare number ("le 19") and one at the end of a sentence can be either, and name none. If the language's days can't be read, the number alone decides. For a month its name must occur: "not before mid-May".
 */
function namesDay(
  text: string,
  date: string,
  said: Validity | null,
  language: GuessedLanguage | null,
): boolean {
  const from = said?.validFrom == null ? Number.NaN : Date.parse(said.validFrom);
  const days = Math.abs(Date.parse(date) - from) / DAY_MS;
  if (date.length === 7) return days <= YEAR_DAYS && namesMonth(text, date, language ?? 'en');
  if (date.length !== 10) return false;
  const day = Number(date.slice(8));
  // `Date` turns 31 February into 3 March.
  if (new Date(date).getUTCDate() !== day) return false;
  const named = readNumbers(text).filter(({ values, unit }) => unit === '' && values.includes(day));
  if (language === null) return named.length > 0;
  const isSmall = (word: string): boolean => word === '' || stopWords(language).has(foldWord(word));
  const isBehindSmall = (start: number): boolean => {
    const before = splitWords(text.slice(0, start)).at(-1)?.text.toLowerCase() ?? '';
    return before !== '' && isSmall(before);
  };
  if (days <= YEAR_DAYS && placesOf(text, date, language).some(isBehindSmall)) return true;
  if (!(days <= NEAR_DAYS)) return false;
  return named.some(({ start, end, ordinal }) => {
    if (ordinal) return isSmall(wordBehind(text, end));
    const mark = markOfDay(date, language);
    if (mark === null || !text.startsWith(mark, end)) return false;
    const [next = ''] = text.slice(end + mark.length).trimStart();
    const isEnd = next === '' || next !== next.toLowerCase();
    return !isEnd && isBehindSmall(start) && isSmall(wordBehind(text, end + mark.length));
  });
}

/**
 * The forms in which a language writes day and month in numbers: "19.3.", "19/03". A part of a longer number
 * ("1.12.4.", "12/4/19") does not count.
 */
function placesOf(text: string, date: string, language: GuessedLanguage): number[] {
  return (['numeric', '2-digit'] as const).flatMap((digits) => {
    const format = new Intl.DateTimeFormat(language, { day: digits, month: digits, timeZone: 'UTC' });
    const written = format.format(new Date(date));
    const places: number[] = [];
    for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
      const [next, after] = [text[at + written.length], text[at + written.length + 1]];
      const sign = text[at - 1] ?? ' ';
      const isPart = isDigit(sign) || (written.includes(sign) && isDigit(text[at - 2]));
      if (!isPart && !isDigit(next) && !(next === '/' && isDigit(after))) places.push(at);
    }
    return places;
  });
}

function isDigit(unit = ''): boolean {
  return unit >= '0' && unit <= '9';
}

/**
 * Returns the sign after a day without its month: "." in German. Returns null in languages without one (French) and in those with the month first, where
 * such a day is an ordinal.
 */
function markOfDay(date: string, language: GuessedLanguage): string | null {
  const written = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const [first, between] = written.formatToParts(new Date(date));
  const sign = (between?.value[0] ?? '').trim();
  return first?.type === 'day' && sign !== '' ? sign : null;
}

/** Case matters: "may" and "march" are ordinary words, and "Mai" is also the start of "Mailand". */
function namesMonth(text: string, date: string, language: GuessedLanguage): boolean {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const name = month.format(new Date(`${date}-01T00:00:00Z`));
  return splitWords(text).some((word) => word.text.split('-').includes(name));
}

const YEAR_DAYS = 366;
