import { LANGUAGES } from '../stems/languages.ts';
import { allMatches } from '../text/all-matches.ts';
import { foldWord } from '../text/fold-word.ts';
import { MONTHS, MONTHS_BEHIND_IN, SHORT_MONTHS } from './all-months.ts';
import { monthForms, namesPattern } from './months.ts';

const HAS_YEAR = /(?<!\d)(?:1[0-9]|20)\d\d(?!\d)/u;
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?<year>1[0-9]\\d\\d|20\\d\\d)';
const ISO =
  /(?<!\d)(?<year>1[0-9]\d\d|20\d\d)[-/.](?<month>0?[1-9]|1[0-2])(?:[-/.](?<day>0?[1-9]|[12]\d|3[01]))?(?![\d-])/gu;
const DAY_FIRST =
  /(?<!\d)(?<day>0?[1-9]|[12]\d|3[01])[./](?<month>0?[1-9]|1[0-2])[./](?<year>1[0-9]\d\d|20\d\d)(?!\d)/gu;
const CJK =
  /(?<!\d)(?<year>1[0-9]\d\d|20\d\d)\s?[年년]\s?(?<month>0?[1-9]|1[0-2])\s?[月월](?:\s?(?<day>0?[1-9]|[12]\d|3[01])\s?[日일])?/gu;
const QUARTER =
  /(?<!\w)(?:q(?<first>[1-4])[\s/-]?(?<year>20\d\d|19\d\d)|(?<year2>20\d\d|19\d\d)[\s/-]?q(?<second>[1-4]))(?!\w)/giu;
const RANGE =
  /(?<!\d)(?<from>1[0-9]\d\d|20\d\d)\s?(?:[-–—~/]|to|till|until|through|and|bis|à|au|al|a|до|по|至|から|～)\s?(?<to>1[0-9]\d\d|20\d\d)(?!\d)/giu;
/** The longest range whose years are indexed. A longer range says little about any one year. */
const LONGEST_RANGE = 30;

/**
 * The dates of a text as terms: `2024-03-05` with `2024-03`, `2024-q1`, and `~2005` for each year strictly inside a range such as `2003–2007`. The year itself
 * is already a word. Month names are read in every stemmed language.
 */
export function dateTerms(text: string): string[] {
  if (!HAS_YEAR.test(text)) return [];
  const terms = new Set<string>();
  for (const pattern of [ISO, DAY_FIRST, CJK])
    for (const match of allMatches(text, pattern)) addDate(terms, match.groups);
  addNamedMonths(terms, foldWord(text.normalize('NFKC').toLowerCase()));
  for (const { groups } of allMatches(text, QUARTER)) {
    terms.add(`${groups?.['year'] ?? groups?.['year2']}-q${groups?.['first'] ?? groups?.['second']}`);
  }
  for (const { groups } of allMatches(text, RANGE)) {
    const [from, to] = [Number(groups?.['from']), Number(groups?.['to'])];
    if (to - from <= LONGEST_RANGE) for (let year = from + 1; year < to; year++) terms.add(`~${year}`);
  }
  return [...terms];
}

function addDate(terms: Set<string>, groups: Record<string, string> | undefined, named?: number): void {
  if (!groups) return;
  const month = String(named ?? Number(groups['month'])).padStart(2, '0');
  terms.add(`${groups['year']}-${month}`);
  if (groups['day']) terms.add(`${groups['year']}-${month}-${groups['day'].padStart(2, '0')}`);
}

let monthByName: Map<string, number> | undefined;
let monthPatterns: readonly RegExp[] = [];

function addNamedMonths(terms: Set<string>, text: string): void {
  monthByName ??= buildMonths();
  for (const pattern of monthPatterns) {
    for (const match of allMatches(text, pattern)) {
      const month = monthByName.get(match.groups?.['name'] ?? '');
      if (month) addDate(terms, match.groups, month);
    }
  }
}

function buildMonths(): Map<string, number> {
  const months = new Map<string, number>();
  // If the languages are not distinguished, `led` and `pro` are ordinary words.
  const shorts = LANGUAGES.map((language) => SHORT_MONTHS[language] ?? '-');
  for (const line of [...Object.values(MONTHS), ...Object.values(MONTHS_BEHIND_IN), ...shorts]) {
    for (const [form, month] of monthForms(line)) {
      const folded = foldWord(form);
      // A name that two languages give to different months is ambiguous.
      if (folded.length >= 3 || /[^\p{Script=Latin}]/u.test(folded))
        months.set(folded, (months.get(folded) ?? month) === month ? month : 0);
    }
  }
  const name = `(?<![\\p{L}])(?<name>${namesPattern(months.keys())})(?![\\p{L}])\\.?`;
  monthPatterns = [
    new RegExp(
      `(?:(?<!\\d)${DAY}(?:st|nd|rd|th|\\.|º|er)?\\s*(?:of|de|di|d[ei]n?)?\\s*)?${name},?\\s*(?:of|de|del|di)?\\s*${YEAR}(?!\\d)`,
      'gu',
    ),
    new RegExp(`${name}\\s*${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}(?!\\d)`, 'gu'),
  ];
  return months;
}
