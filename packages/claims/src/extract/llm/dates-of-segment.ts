import { scanDates, type Validity } from '@memora/language/dates';
import type { GuessedLanguage } from '@memora/language/detect';
import type { ParsedNote, Segment } from '@memora/vault';
import { dateAtStart, noteDates } from '../../prepare/note-dates.ts';
import { languageOfNote } from '../offline/language-of-note.ts';
import { namedDays } from '../offline/times/read-times.ts';

/** What a segment says of time. */
interface SegmentDates {
  /** When it was said; null if nothing dates it. */
  readonly said: Validity | null;
  /** True for a date (ISO 8601, a year at least) that stands in the segment, its headings or its note, or follows from when it was said. */
  readonly mayBe: (date: string) => boolean;
}

export type DatesOf = (segment: Segment) => SegmentDates;

/** Reads the dates of a note's segments as they are asked for. */
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
        ...numbersIn(text).filter(({ length }) => length === 4),
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

/** Days between when something is said and a day that is named without its month. */
const NEAR_DAYS = 45;
const DAY_MS = 86_400_000;

/**
 * True where the day of the month stands in the text, and is near to when that was said: "on the 19th". In a language that nobody reads days
 * of, the day alone decides. Of a month its name stands there: "not before mid-May".
 */
function namesDay(
  text: string,
  date: string,
  said: Validity | null,
  language: GuessedLanguage | null,
): boolean {
  const from = said?.validFrom == null ? Number.NaN : Date.parse(said.validFrom);
  const days = (Date.parse(date) - from) / DAY_MS;
  if (date.length === 7) {
    const month = new Intl.DateTimeFormat(language ?? 'en', { month: 'long', timeZone: 'UTC' });
    const name = month.format(new Date(`${date}-01T00:00:00Z`)).toLowerCase();
    return Math.abs(days) <= YEAR_DAYS && text.toLowerCase().includes(name);
  }
  const stands = numbersIn(text).includes(String(Number(date.slice(8))));
  return date.length === 10 && stands && (language === null || Math.abs(days) <= NEAR_DAYS);
}

const YEAR_DAYS = 366;

function numbersIn(text: string): readonly string[] {
  return (text.match(/\d+/gu) ?? []).map((digits) => (digits.length < 3 ? String(Number(digits)) : digits));
}
