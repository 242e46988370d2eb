import type { ParsedNote } from '@memora/vault';
import type { Validity } from './find-dates.ts';
import { findDate } from './find-dates.ts';

/** The dates that a note gives to facts without one of their own. */
export interface NoteDates {
  /** From the file name, else the frontmatter; null for none. */
  readonly ofNote: Validity | null;
  /** From a heading, by the heading path; remembered. */
  readonly ofHeading: (headingPath: readonly string[]) => Validity | null;
}

/** Reads the dates of file name, frontmatter and headings; the innermost heading that has one wins. */
export function noteDates(note: ParsedNote): NoteDates {
  const name = note.path.slice(note.path.lastIndexOf('/') + 1);
  const { validFrom, validUntil, date } = note.frontmatter;
  // "1:56 pm on 8 May, 2023" is no date to a program that reads one form, and one to a reader.
  const from = validFrom ?? date ?? freeDate(note.frontmatter.fields);
  const written = from === null && validUntil === null ? null : toValidity(from, validUntil);
  const dateByHeading = new Map<string, Validity | null>();
  return {
    ofNote: findDate(name) ?? written,
    ofHeading: (headingPath) => {
      for (let i = headingPath.length - 1; i >= 0; i--) {
        const heading = headingPath[i] as string;
        let date = dateByHeading.get(heading);
        if (date === undefined) {
          date = findDate(heading);
          dateByHeading.set(heading, date);
        }
        if (date !== null) return date;
      }
      return null;
    },
  };
}

function freeDate(fields: ReadonlyMap<string, unknown>): string | null {
  for (const key of ['valid_from', 'date']) {
    const value = fields.get(key);
    const found = typeof value === 'string' ? findDate(value) : null;
    if (found?.validFrom) return found.validFrom;
  }
  return null;
}

function toValidity(from: string | null, until: string | null): Validity {
  const length = (from ?? until ?? '').length;
  const precision = length === 4 ? 'year' : length === 7 ? 'month' : length === 10 ? 'day' : 'instant';
  return { validFrom: from, validUntil: until, precision };
}
