import { fromWords } from '../scripts/script-words.ts';
import { allMatches } from '../text/all-matches.ts';
import { createCover } from '../text/range-cover.ts';
import { claimedMonths, monthsByName, namesPattern } from './months.ts';

/** A date in a text, with the parts that the text gives. */
export interface DateToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

const months = fromWords(() => monthsByName(Object.values(claimedMonths())));
const ORDINAL = '(?:st|nd|rd|th|er|º|ª|\\.)?';
const patterns = fromWords(() => {
  const names = namesPattern(months().keys());
  return {
    byDay: new RegExp(
      `(?<![\\p{Lu}\\p{Ll}\\p{N}])(\\d{1,2})${ORDINAL}(?:\\s*[-–]\\s*\\d{1,2}${ORDINAL})?\\s+(?:de\\s+|of\\s+)?(${names})(?!\\p{L})\\.?(?:,?\\s+(?:de\\s+|del\\s+)?(\\d{4})(?!\\d))?`,
      'giu',
    ),
    byMonth: new RegExp(
      `(?<!\\p{L})(${names})(?!\\p{L})\\.?(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]))?(?:\\s*[-–]\\s*\\d{1,2}(?!\\d))?(?:,?\\s+(?:of\\s+|de\\s+)?(\\d{4})(?!\\d))?`,
      'giu',
    ),
  };
});
const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu;
const SLASHED = /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/gu;
/** A month without a day: `2026-09`, `06/2028`. */
const MONTH =
  /(?<![\d/.-])(?:((?:19|20|21)\d\d)-(0[1-9]|1[0-2])|(0?[1-9]|1[0-2])\/((?:19|20|21)\d\d))(?![\d/-])/gu;
const CJK = /(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?/gu;

/** Reads the dates of a text that name a month, in words of nine languages or in digits; `03/04/2020` gives both readings. */
export function readDates(text: string): DateToken[] {
  if (!/\d|\p{L}{3}/u.test(text)) return [];
  const { byDay, byMonth } = patterns();
  const dates: DateToken[] = [];
  const add = (match: RegExpExecArray, year: string | undefined, month: number, day: string | undefined) => {
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    if (month < 1 || month > 12 || Number(day ?? 1) > 31) return;
    dates.push({
      text: match[0].trim(),
      start,
      end,
      year: year === undefined ? null : Number(year.length === 2 ? `20${year}` : year),
      month,
      day: day === undefined ? null : Number(day),
    });
  };
  for (const match of allMatches(text, byDay)) add(match, match[3], monthOf(match[2]), match[1]);
  const isTaken = createCover(dates);
  for (const match of allMatches(text, byMonth)) {
    const bare = match[2] === undefined && match[3] === undefined;
    // A bare month name must be unambiguous: `may`, `mars`, `dec`, `sep` are other words as well.
    if (
      bare &&
      (!/^\p{Lu}/u.test(match[0]) ||
        /^(?:may|march|mars|mar|jan|sep|dec|oct|mai|marzo)$/iu.test(match[1] as string))
    ) {
      if (
        !/(?<=\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Oo]f|[Ll]ate|[Ee]arly|[Mm]id|[Ff]rom|[Tt]o)[ -])\p{Lu}/u.test(
          text.slice(Math.max(0, match.index - 8), match.index + 1),
        )
      )
        continue;
    }
    if (isTaken(match.index, match.index + 1)) continue;
    add(match, match[3], monthOf(match[1]), match[2]);
  }
  for (const match of allMatches(text, ISO)) add(match, match[1], Number(match[2]), match[3]);
  for (const match of allMatches(text, MONTH))
    add(match, match[1] ?? match[4], Number(match[2] ?? match[3]), undefined);
  for (const match of allMatches(text, CJK)) add(match, match[1], Number(match[2]), match[3]);
  for (const match of allMatches(text, SLASHED)) {
    add(match, match[4], Number(match[1]), match[3]);
    if (match[1] !== match[3]) add(match, match[4], Number(match[3]), match[1]);
  }
  return dates.sort((a, b) => a.start - b.start);
}

function monthOf(name: string | undefined): number {
  return months().get((name ?? '').toLowerCase()) ?? 0;
}
