import type { Validity } from '@memora/language/dates';
import type { GuessedLanguage } from '@memora/language/detect';
import { type Chrono, de, en, es, fr, type ParsedResult } from 'chrono-node';

/** When a statement holds, and when its event happens, if the text says so. */
interface ReadTimes {
  readonly validity: Validity;
  /** ISO 8601, in the text's precision; includes a date that is neither a beginning nor an end. Null for none. */
  readonly event: string | null;
}

const READERS: Readonly<Record<GuessedLanguage, Chrono>> = {
  en: en.casual,
  de: de.casual,
  fr: fr.casual,
  es: es.casual,
};

/** Returns the date parser of a language. */
export function dateReader(language: GuessedLanguage): Chrono {
  return READERS[language];
}

/**
 * Reads a relative date or a date without a year from a text: "yesterday", "until 20 April", "3 to 7 March". `said` is ISO 8601, at least a day. Returns null
 * if the text names none or several.
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

/** True if the text names a day: a time, a bare number or a weekday without a date does not. */
function isDay({ start, text }: ParsedResult): boolean {
  return start.isCertain('day') && /\p{L}/u.test(text);
}

function toDay(components: ParsedResult['start']): string {
  return components.date().toISOString().slice(0, 10);
}

/**
 * Returns the validity of a text that names a first and last day: these are the days of an event, such as a
 * meeting or a journey, and the statement stays true after them. For a range of months or years, returns how
 * long something is valid.
 */
export function withoutDays(validity: Validity): Validity {
  const { validFrom, precision } = validity;
  return validFrom !== null && precision === 'day' ? { ...validity, validUntil: null } : validity;
}

/**
 * Returns the validity of a text that was said on a day: a later date in it is a plan or deadline, not a beginning; with only an end, it begins when it was
 * said.
 */
export function sinceSaid(validity: Validity, said: string): Validity {
  const { validFrom, validUntil } = validity;
  const day = said.slice(0, 10);
  if (validFrom === null) return { ...validity, validFrom: day };
  if (validUntil !== null || validFrom <= day.slice(0, validFrom.length)) return validity;
  return { validFrom: day, validUntil: null, precision: 'day' };
}

/** Returns every relative day or day without a year in a text, including the ends of ranges. ISO 8601. */
export function namedDays(text: string, said: string, language: GuessedLanguage): string[] {
  const instant = new Date(`${said.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(instant.getTime())) return [];
  return READERS[language]
    .parse(text, { instant, timezone: 0 })
    .flatMap(({ start, end }) => (end == null ? [toDay(start)] : [toDay(start), toDay(end)]));
}
