import type { Validity } from '@memora/language/dates';
import { findDate, scanDates } from '@memora/language/dates';
import type { NoteDiagnostic, ParsedNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';

/** The dates that a note gives to facts without their own date. */
export interface NoteDates {
  /** From the file name, else the frontmatter; null for none. For a memory from the frontmatter, else its creation time. */
  readonly ofNote: Validity | null;
  /** From a heading, by heading path; cached. */
  readonly ofHeading: (headingPath: readonly string[]) => Validity | null;
}

/** Reads the dates of file name, frontmatter and headings; the innermost heading that has one wins. */
export function noteDates(note: ParsedNote): NoteDates {
  const name = note.path.slice(note.path.lastIndexOf('/') + 1);
  const { validFrom, validUntil, date, created, fields } = note.frontmatter;
  const from = validFrom ?? date ?? freeDate(fields, 'valid_from') ?? freeDate(fields, 'date');
  const until = validUntil ?? freeDate(fields, 'valid_until');
  const written = from === null && until === null ? null : toValidity(from, until);
  const dateByHeading = new Map<string, Validity | null>();
  return {
    ofNote: isMemoryPath(note.path) ? (written ?? toValidity(created, null)) : (findDate(name) ?? written),
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

/** Returns the date at the start of a text, as in log entries; null for none. */
export function dateAtStart(text: string): Validity | null {
  const [first] = scanDates(text);
  return first === undefined || first.start > 0 ? null : findDate(text.slice(0, first.end));
}

const FREE_KEYS = ['valid_from', 'date', 'valid_until'] as const;

/** Returns the diagnostics to report: a free-form date that was read here is not one of them. */
export function reportedDiagnostics({ diagnostics, frontmatter }: ParsedNote): readonly NoteDiagnostic[] {
  return diagnostics.filter(({ code, key }) => {
    const free = code === 'FRONTMATTER_VALUE' ? FREE_KEYS.find((each) => each === key) : undefined;
    return free === undefined || freeDate(frontmatter.fields, free) === null;
  });
}

/** A strict parser rejects "1:56 pm on 8 May, 2023", but it is a date. */
function freeDate(fields: ReadonlyMap<string, unknown>, key: (typeof FREE_KEYS)[number]): string | null {
  const value = fields.get(key);
  const found = typeof value === 'string' ? findDate(value) : null;
  if (key === 'valid_until') return found?.validUntil ?? found?.validFrom ?? null;
  return found?.validFrom ?? null;
}

function toValidity(from: string | null, until: string | null): Validity {
  const length = (from ?? until ?? '').length;
  const precision = length === 4 ? 'year' : length === 7 ? 'month' : length === 10 ? 'day' : 'instant';
  return { validFrom: from, validUntil: until, precision };
}
