import { de, en, ja, type ParsedResult } from 'chrono-node';

/** A date of a text: its place in UTF-16 units, and the instants it may mean, `[from, until)` in milliseconds, UTC. */
export interface DateMention {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly until: number;
}

/** A bare year, where the word before it (or nothing beside it) tells that it is one. */
const YEAR =
  /(?:^|(?<=\b(?:in|since|from|until|till|by|before|after|of|year|seit|bis|vor|nach|Jahr)\s))(1[0-9]\d\d|20\d\d|21\d\d)(?=年|$|[\s,;.!?)])(?![.,:/-]\d)/giu;
/** The readers are slow: each is asked only where a text holds what a date of its kind needs. */
const READERS = [
  [/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d{4}-\d{1,2}|\d\/\d/iu, en.casual],
  [/\b(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)[a-zä]*\b|\d{1,2}\.\d{1,2}\.\d{2}/iu, de.casual],
  [/年/u, ja.casual],
] as const;
const FOUR_DIGITS = /\d{4}/u;

/**
 * The dates of a text that name a year: a day, a month or a year, in English, German, Japanese or ISO 8601. Weekdays, clock times
 * and relative dates are left out, because nothing in the text says which day they are.
 */
export function readDates(text: string): DateMention[] {
  if (!FOUR_DIGITS.test(text)) return [];
  const found: DateMention[] = [];
  const add = (mention: DateMention) => {
    if (found.every((other) => mention.end <= other.start || mention.start >= other.end)) found.push(mention);
  };
  const parsed = READERS.flatMap(([sign, reader]) =>
    sign.test(text) ? reader.parse(text).flatMap(toMention) : [],
  );
  for (const mention of parsed.sort((a, b) => b.end - b.start - (a.end - a.start))) add(mention);
  for (const match of text.matchAll(YEAR)) {
    const year = Number(match[1]);
    add({
      start: match.index,
      end: match.index + match[0].length,
      from: Date.UTC(year, 0),
      until: Date.UTC(year + 1, 0),
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

function toMention({ index, text, start }: ParsedResult): DateMention[] {
  if (!start.isCertain('year') || !start.isCertain('month')) return [];
  const lead = /^(?:on|in|at|am|im|um|den|the)\s+/iu.exec(text)?.[0].length ?? 0;
  const year = start.get('year') as number;
  const month = (start.get('month') as number) - 1;
  const day = start.isCertain('day') ? (start.get('day') as number) : null;
  const from = Date.UTC(year, month, day ?? 1);
  const until = day === null ? Date.UTC(year, month + 1) : Date.UTC(year, month, day + 1);
  return [{ start: index + lead, end: index + text.length, from, until }];
}
