import { scanDates, type Validity } from '@memora/language/dates';
import type { GuessedLanguage } from '@memora/language/detect';
import { readNumbers } from '@memora/language/numbers';
import type { ParsedNote, Segment } from '@memora/vault';
import { noteDates } from '../../prepare/note-dates.ts';
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
    const said = dates.ofHeading(segment.headingPath) ?? ofTurn ?? dates.ofNote;
    const text = segment.prose ?? segment.text;
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
        return known.some((each) => each.startsWith(date)) || (language === null && holdsDay(text, date));
      },
    };
  };
}

/** In a language that nobody reads days of, the day of the month has to stand in the text at least. */
function holdsDay(text: string, date: string): boolean {
  const day = Number(date.slice(8));
  return day > 0 && readNumbers(text).some(({ values }) => values.includes(day));
}
