import type { Validity } from '@memora/language/dates';
import type { GuessedLanguage } from '@memora/language/detect';
import { type Chrono, de, en, es, fr, type ParsedResult } from 'chrono-node';

/** When what a text says holds, and when it happens, if the text names that. */
interface ReadTimes {
  readonly validity: Validity;
  /** ISO 8601, of the text's precision: a date that it names and that is no beginning or end, too. Null for none. */
  readonly event: string | null;
}

const READERS: Readonly<Record<GuessedLanguage, Chrono>> = {
  en: en.casual,
  de: de.casual,
  fr: fr.casual,
  es: es.casual,
};

/** The reader of the dates of a language. */
export function dateReader(language: GuessedLanguage): Chrono {
  return READERS[language];
}

/**
 * Reads a date that a text names by its distance from the day on which it was said, or without its year: "yesterday", "until 20 April", "3 to 7
 * March". `said` is ISO 8601, a day at least. Null if the text names none, or several.
 */
export function readTimes(
  text: string,
  said: string,
  language: GuessedLanguage,
  isEnd: IsEnd,
): ReadTimes | null {
  const instant = new Date(`${said.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(instant.getTime())) return null;
  const found = READERS[language].parse(text, { instant, timezone: 0 }).filter(isDay);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return null;
  const day = toDay(only.start);
  if (only.end == null && isEnd(text.slice(0, only.index)))
    return { validity: { validFrom: said, validUntil: day, precision: 'day' }, event: null };
  return { validity: sinceSaid({ validFrom: day, validUntil: null, precision: 'day' }, said), event: day };
}

/** True if the text before a date says that something ends on it. */
type IsEnd = (before: string) => boolean;

/** A day that the text gives: a time of day, a bare number and a day of some week are none. */
function isDay({ start, text }: ParsedResult): boolean {
  return start.isCertain('day') && /\p{L}/u.test(text);
}

function toDay(components: ParsedResult['start']): string {
  return components.date().toISOString().slice(0, 10);
}

/**
 * What a text says that names its first and last day: they are days of what happens, a meeting or a journey, and what it says stays true when
 * they are over. A range of months or years is how long something holds.
 */
export function withoutDays(validity: Validity): Validity {
  const { validFrom, precision } = validity;
  return validFrom !== null && precision === 'day' ? { ...validity, validUntil: null } : validity;
}

/**
 * What a text says that was said on a day: a date after that day is one that it mentions, a plan or a deadline, and no beginning; an end
 * alone begins when it was said.
 */
export function sinceSaid(validity: Validity, said: string): Validity {
  const { validFrom, validUntil } = validity;
  const day = said.slice(0, 10);
  if (validFrom === null) return { ...validity, validFrom: day };
  if (validUntil !== null || validFrom <= day.slice(0, validFrom.length)) return validity;
  return { validFrom: day, validUntil: null, precision: 'day' };
}

/** Every day that a text names by its distance from when it was said, or without its year, ends of ranges too. ISO 8601. */
export function namedDays(text: string, said: string, language: GuessedLanguage): string[] {
  const instant = new Date(`${said.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(instant.getTime())) return [];
  return READERS[language]
    .parse(text, { instant, timezone: 0 })
    .flatMap(({ start, end }) => (end == null ? [toDay(start)] : [toDay(start), toDay(end)]));
}
