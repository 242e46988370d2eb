import { MONTHS, SHORT_MONTHS } from '../dates/all-months.ts';
import { monthsByName, namesPattern } from '../dates/months.ts';
import { matchAtWords, type WordMatches } from '../text/match-at-words.ts';
import { isAscii, toAsciiSource } from '../text/to-ascii-source.ts';
import { TIME_WORDS, type TimeWords } from './time-words.ts';

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
export type Side = 'in' | 'before' | 'after' | 'since' | 'until';
export type Part = 'early' | 'middle' | 'late';

/** How one language expresses times, as patterns over a question. */
export interface LanguagePatterns {
  /** `last spring`, `letzten Mai`, `la semana pasada`, `the last three months` */
  readonly relative: readonly RegExp[];
  readonly ago: readonly RegExp[];
  /** `the first quarter of 2024` */
  readonly ordinal: RegExp;
  readonly seasonYear: RegExp;
  /** A month without a year, after a word that marks it as a time. */
  readonly monthAlone: RegExp;
  readonly year: RegExp;
  readonly yesterday: RegExp;
  readonly today: RegExp;
  /** Each is matched at the end of the text before a time. */
  readonly side: Readonly<Record<Side | 'between', RegExp>>;
  readonly part: Readonly<Record<Part, RegExp>>;
  /** `before the move`: the words after the preposition, to the end of the clause. */
  readonly event: RegExp;
  readonly words: TimeReaders;
}

/** Readers for the words of a time. */
interface TimeReaders {
  readonly count: (text: string | undefined) => number;
  readonly unit: (text: string | undefined) => Unit;
  /** 0 for spring. */
  readonly season: (text: string | undefined) => number;
  readonly month: (text: string | undefined) => number;
  /** 0 for the first quarter, or for the first half if `half` is set. */
  readonly ordinal: (text: string | undefined, half: boolean) => number;
}

const UNITS: readonly Unit[] = ['day', 'week', 'month', 'quarter', 'year'];
const YEAR = '(?:19|20)\\d{2}';
const OPEN = '(?<![\\p{L}\\p{N}])';
const CLOSE = '(?![\\p{L}\\p{N}])';
const NEVER = /(?!)/gu;

/** Compiles a source to a pattern: for any question, or for an ASCII question. */
type MakePattern = (source: string, flags: string) => RegExp;

/** A language with its test for whether a question may name a time in it, and its patterns once they are compiled. */
interface Reader {
  readonly trigger: RegExp;
  readonly patterns: () => LanguagePatterns;
}

interface Readers {
  readonly languages: readonly Reader[];
  /** Two patterns for each language. Every time given by its distance from today contains a match of the first or the second: `last`, `ago`, `yesterday`. */
  readonly near: (text: string) => WordMatches;
}

const readerSets = new Map<MakePattern, Readers>();
/** The latest question, cached because a question is read several times. */
let latest: { readonly question: string; readonly patterns: readonly LanguagePatterns[] } | undefined;

/** The patterns of the languages in which a text may give a time by its distance from today, judged by its words. Most sentences need no closer look. */
export function nearPatternsFor(text: string): readonly LanguagePatterns[] {
  const { languages, near } = readersFor(text);
  const found = near(text);
  return languages.flatMap(({ patterns }, i) =>
    found.has(2 * i) && found.has(2 * i + 1) ? [patterns()] : [],
  );
}

/** True for text without spaces between words, as in East Asia, where checking single words decides nothing. */
export function hasJoinedWords(text: string): boolean {
  return !isAscii(text) && JOINED.test(text);
}

const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function readersFor(text: string): Readers {
  const make = isAscii(text) ? makeAscii : makeAny;
  const readers = readerSets.get(make) ?? readersOf(make);
  readerSets.set(make, readers);
  return readers;
}

/** The patterns of the languages in which a question holds a word that can be part of a time, or precede one. */
export function patternsFor(question: string): readonly LanguagePatterns[] {
  if (latest?.question === question) return latest.patterns;
  const patterns = readersFor(question).languages.flatMap(({ trigger, patterns }) =>
    trigger.test(question) ? [patterns()] : [],
  );
  latest = { question, patterns };
  return patterns;
}

function makeAny(source: string, flags: string): RegExp {
  return new RegExp(source, `${flags}u`);
}

function makeAscii(source: string, flags: string): RegExp {
  return new RegExp(toAsciiSource(source), flags);
}

function readersOf(make: MakePattern): Readers {
  const all = Object.entries(TIME_WORDS);
  const languages = all.map(([language, words]) => {
    let compiled: LanguagePatterns | undefined;
    return {
      trigger: make(triggerOf(language, words), 'i'),
      patterns: () => {
        compiled ??= compile(language, words, make);
        return compiled;
      },
    };
  });
  const near = all.flatMap(([language, words]) => [
    { pattern: make(`${OPEN}(?:${nearOf(language, words).join('|')})${CLOSE}`, 'i') },
    { pattern: make(`${OPEN}(?:${toldOf(words).join('|')})(?:${CLOSE}|(?<=['’]))`, 'i') },
  ]);
  return { languages, near: matchAtWords(near) };
}

function triggerOf(language: string, words: TimeWords): string {
  const sides = [words.before, words.after, words.since, words.until].filter((each) => each !== '-');
  return `${OPEN}(?:${[YEAR, ...sides, words.half, ...nearOf(language, words)].join('|')})${CLOSE}`;
}

function nearOf(language: string, words: TimeWords): string[] {
  const nouns = [words.units, words.seasons].flatMap(split);
  return [...nouns, words.yesterday, words.today, monthNames(language)];
}

function toldOf({ last, lastBehind, this: now, next, ago, yesterday, today }: TimeWords): string[] {
  return [last, lastBehind, now, next, ...ago, yesterday, today].filter((each) => each !== '-');
}

function monthMap(language: string): ReadonlyMap<string, number> {
  const shorts = language === 'de' ? [SHORT_MONTHS['de'] as string] : [];
  return monthsByName([MONTHS[language] as string, ...shorts]);
}

function monthNames(language: string): string {
  return namesPattern(monthMap(language).keys());
}

function compile(language: string, words: TimeWords, make: MakePattern): LanguagePatterns {
  const months = monthMap(language);
  const [units, seasons, numbers, ordinals] = [words.units, words.seasons, words.numbers, words.ordinals].map(
    split,
  ) as [string[], string[], string[], string[]];
  const count = `(?<n>\\d{1,3}|${numbers.join('|')})`;
  const unit = `(?<unit>${units.join('|')})`;
  const season = `(?<season>${seasons.join('|')})`;
  const month = `(?<month>${namesPattern(months.keys())})`;
  const what = `(?:(?:${count}\\s+)?${unit}|${season}|${month})`;
  const article = `(?:(?:${forms(words.article)})(?:\\s+|(?<=['’])))?`;
  const of = `(?:(?:\\s+(?:${forms(words.in)}|des))?(?:\\s+(?:${forms(words.article)}))?)\\s+`;
  const sides = [words.in, words.before, words.after, words.since, words.until, words.between];
  const parts = [words.early, words.middle, words.late];
  const cues = [...sides, ...parts].filter((each) => each !== '-');
  const joined = `(?<=(?:${YEAR}|${namesPattern(months.keys())})\\s{1,3})(?:${JOINING})|(?<=${YEAR}) ?[-–—]`;
  const cue = `(?<cue>(?:${OPEN}(?:${cues.length === 0 ? '(?!)' : cues.join('|')})\\s+${article}(?:${YEAR_WORD}\\s+)?|(?:${joined})\\s*))`;
  const which = `(?:(?<last>${forms(words.last)})|(?<this>${forms(words.this)})|(?<next>${forms(words.next)}))`;
  const [agoBefore, agoBehind] = words.ago;
  const pattern = (source: string) => make(source, 'gi');
  const atEnd = (each: string) =>
    each === '-' ? NEVER : make(`${OPEN}(?:${each})(?:\\s+|(?<=[-'’]))${article}$`, 'i');
  return {
    relative: [
      pattern(`${OPEN}${which}(?:\\s+|(?<=['’]))${what}${CLOSE}`),
      words.lastBehind === '-' ? NEVER : pattern(`${OPEN}${what}\\s+(?<last>${words.lastBehind})${CLOSE}`),
    ],
    ago: [
      agoBefore === '-' ? NEVER : pattern(`${OPEN}(?:${agoBefore})\\s+${count}\\s+${unit}${CLOSE}`),
      agoBehind === '-' ? NEVER : pattern(`${OPEN}${count}\\s+${unit}\\s+(?:${agoBehind})${CLOSE}`),
    ],
    ordinal: pattern(
      `${OPEN}(?<ord>${ordinals.join('|')}|[1-4](?:\\.|er|e|º|°|ª)?)\\s+(?:${units[3]}|(?<half>${words.half}))(?:${of}(?<y>${YEAR}))?${CLOSE}`,
    ),
    seasonYear: pattern(`${OPEN}${season}${of}(?<y>${YEAR})${CLOSE}`),
    monthAlone: pattern(`${cue}${month}${CLOSE}(?!\\.?\\s+(?:de |of )?\\d)`),
    year: pattern(`${cue}(?<y>${YEAR})${CLOSE}(?![.,:/-]\\d)`),
    yesterday: pattern(`${OPEN}(?:${words.yesterday})${CLOSE}`),
    today: pattern(`${OPEN}(?:${words.today})${CLOSE}`),
    side: {
      before: atEnd(words.before),
      after: atEnd(words.after),
      since: atEnd(words.since),
      until: atEnd(words.until),
      between: atEnd(words.between),
      in: atEnd(words.in),
    },
    part: { early: atEnd(words.early), middle: atEnd(words.middle), late: atEnd(words.late) },
    event: pattern(
      `${OPEN}(?:(?<before>${forms(words.before)})|(?<after>${forms(words.after)})|(?<since>${forms(words.since)})|(?<until>${forms(words.until)}))\\s+(?<what>[^?!,;:]{3,80})`,
    ),
    words: {
      count: (text = '') => (/^\d/u.test(text) ? Number(text) : indexIn(numbers, text) + 1),
      unit: (text) => UNITS[indexIn(units, text)] ?? 'day',
      season: (text) => indexIn(seasons, text),
      month: (text = '') => months.get(text.toLowerCase()) ?? 1,
      ordinal: (text = '', half) => {
        const at = /^\d/u.test(text) ? Number(text[0]) - 1 : indexIn(ordinals, text);
        return half ? Math.min(at, 1) : at;
      },
    },
  };
}

/** Words between the two ends of a range. */
const JOINING = 'and|to|until|till|through|und|bis|et|à|y|al?|e|até|en|tot|и|по';
/** `in the year 2024` */
const YEAR_WORD = '(?:year|Jahre?|année|año|anno|ano|jaar|году?)';

/** The entries of a line. A space inside brackets is part of an entry, and so is one after a form that ends in an article. */
function split(line: string): string[] {
  return line
    .replaceAll('_', '\u0000')
    .split(' ')
    .map((each) => each.replaceAll('\u0000', '\\s+'));
}

function forms(entry: string): string {
  return entry === '-' ? '(?!)' : entry;
}

function indexIn(entries: readonly string[], text = ''): number {
  return Math.max(
    0,
    entries.findIndex((entry) => new RegExp(`^(?:${entry})$`, 'iu').test(text)),
  );
}
