import { readDates, readTimes, readWeekdays } from '@memora/language/calendar';
import { type NumberToken, readNumbers, toArabicNumerals, wordBehind } from '@memora/language/numbers';
import { fromWords, wordsOf } from '@memora/language/scripts';
import type { TextRange } from '@memora/language/sentences';
import { allMatches, createCover } from '@memora/language/text';
import type { Figure, FigureKind } from './figure.ts';
import { toHalfWidth } from './half-width.ts';
import { hasMultiplier, multiplierOf } from './multipliers.ts';
import { packText } from './pack-text.ts';
import { readLiterals } from './read-literals.ts';
import { amountsOf } from './units.ts';

const ADDRESS = /(?:https?:\/\/|www\.|mailto:)[^\s<>"'`\])}|]+/giu;
const VERSION =
  /(?=[vV\d])(?<![\p{L}\p{N}.])(?:v\.?\s?(\d+(?:\.\d+)*)|V(\d+(?:\.\d+)+)|(\d+(?:\.\d+){2,}))(?:-[a-z]+[.\d]*)?(?![\p{L}\p{N}]|\.\d)/gu;
const CODE =
  /(?<![\p{L}\p{N}#])(?:#\d+|(?=[\p{L}\p{N}_-]*\p{L})(?=[\p{L}\p{N}_-]*\d)[A-Za-z\d]+(?:[_-]?[A-Za-z\d]+)*)(?![\p{L}\p{N}])/gu;
const SHORT_YEAR = /(?=['’])(?<![\p{L}\p{N}])['’](\d\d)(?!\d|['’\p{L}])/gu;
const DIGIT = /\d/u;
const YEAR = /^(?:1[5-9]|20|21)\d\d$/u;
/** Days listed next to a date: `14 and 15 April`, `April 14th and 15th`, `3–7 March`. */
const DAYS_BEFORE = /(?<![\p{N}.,:])(\d{1,2})(?:st|nd|rd|th|\.)?(?:\s*[,&–-]\s*|\s\p{L}{1,3}\s)$/u;
const DAYS_BEHIND =
  /^(?:\s*[,&–-]\s*|\s\p{L}{1,3}\s)(\d{1,2})(?:st|nd|rd|th|\.)?(?![\p{N}:%]|\s?\p{L}*[-/])/u;
const GLUED_BEFORE = /[~≈<>≤≥±+−-]+\s?$/u;
const GLUED_BEHIND = /^(?:[+²³⁴‰^*]|e\d|[A-Za-zµ](?!\p{L}))+/u;

const lastSaid = fromWords((): { text: string; figures: readonly Figure[] } => ({ text: '', figures: [] }));

/** The figures of a statement, cached because each of its checks reads them. */
export function saidFigures(text: string): readonly Figure[] {
  const last = lastSaid();
  if (last.text !== text) Object.assign(last, { text, figures: readFigures(text) });
  return last.figures;
}

const PLAIN = { unit: '', bound: '', limit: '', date: null, counted: '', numbered: '' } as const;

/** Reads the figures of a text: numbers with what qualifies them, dates, times, versions, codes and addresses, in order. */
export function readFigures(given: string): Figure[] {
  if (given === '') return [];
  const text = toArabicNumerals(toHalfWidth(given));
  const figures: Figure[] = [];
  const add = (
    kind: FigureKind,
    { start, end }: TextRange,
    keys: readonly string[],
    more: Partial<Figure> = {},
  ) => {
    figures.push({
      kind,
      start,
      end,
      text: withoutStop(text.slice(start, end).trim(), kind),
      keys,
      ...PLAIN,
      counted: wordBehind(text, end),
      numbered: wordBefore(text, start),
      ...more,
    });
  };
  const hasDigit = DIGIT.test(text);
  for (const { 0: found, index } of allMatches(text, ADDRESS)) {
    const address = found.replace(/[.,;:!?]+$/u, '');
    add('address', { start: index, end: index + address.length }, [
      address.endsWith('/') ? address.slice(0, -1).toLowerCase() : address.toLowerCase(),
    ]);
  }
  const addresses = createCover(figures);
  readDays(text).forEach(({ range, date }) => {
    if (!addresses(range.start, range.end)) add('date', range, [], { date });
  });
  for (const { 0: found, 1: year, index } of hasDigit ? allMatches(text, SHORT_YEAR) : [])
    add('year', { start: index, end: index + found.length }, [`20${year}`]);
  for (const { start, end, day } of readWeekdays(text)) add('weekday', { start, end }, [String(day)]);
  const dated = createCover(figures);
  for (const time of readTimes(text))
    if (!dated(time.start, time.end)) {
      const half = 12 * 3600;
      const keys = time.open ? [time.seconds, (time.seconds + half) % (2 * half)] : [time.seconds];
      add('time', time, keys.map(String));
    }
  const timed = createCover(figures);
  for (const { 0: found, 1: marked, 2: capital, 3: bare, index } of hasDigit
    ? allMatches(text, VERSION)
    : []) {
    const version = (marked ?? capital ?? bare) as string;
    const range = { start: index, end: index + found.length };
    if (!timed(range.start, range.end)) add('version', range, [version]);
  }
  const numbers = readNumbers(text);
  const versioned = createCover(figures);
  for (const { 0: found, index } of hasDigit ? allMatches(text, CODE) : []) {
    const range = { start: index, end: index + found.length };
    // `10GB`, `5k`, `15th`: a number with its unit, magnitude or ending.
    const isNumber =
      numbers.some(({ start, end }) => start <= range.start && end >= range.end) ||
      /^\d+(?:st|nd|rd|th|er|e|s|k|m|c|f)$/iu.test(found);
    // `24mo`, `64bit`: a number with the counted thing.
    const counted = /^(\d+)(\p{L}{2,4})$/u.exec(found);
    if (counted !== null && !isNumber && !versioned(range.start, range.end))
      add('number', range, [String(Number(counted[1]))], { counted: (counted[2] as string).toLowerCase() });
    else if (!isNumber && !versioned(range.start, range.end)) add('code', range, [packText(found)]);
  }
  const isMultiplied = hasMultiplier(text);
  figures.push(...readFractions(text, isMultiplied, createCover(figures)));
  const taken = createCover(figures);
  for (const token of numbers)
    if (!taken(token.start, token.end)) figures.push(toNumber(token, text, isMultiplied));
  // These figures are added to the figures inside them.
  for (const { range, key } of readLiterals(text)) add('literal', range, [key]);
  figures.sort((a, b) => a.start - b.start);
  figures.slice(1).forEach((high, i) => {
    const low = figures[i] as Figure;
    if (!isRange(low, high, text)) return;
    figures.splice(i, 2, { ...low, limit: 'above', unit: high.unit }, { ...high, limit: 'below' });
  });
  return figures;
}

/** `10–20 km`: a dash without blanks between two numbers of one to three digits, or with groups of three. It is not a range if another dash follows, or if the first number belongs to a capitalised word (`Lot 3–40 EUR`). */
const RANGE = /(?<!\p{Lu}[\p{L}\p{M}]*\s|[-–—−])\d{1,3}(?:[.,]\d+)*[-–−]\d{1,3}(?!\d|[.,\d]*[-–—−])/uy;

/** True for the ends of a range whose unit is written once, after it. Any other dash may separate two remarks. */
function isRange(low: Figure, high: Figure, text: string): boolean {
  if (low.kind !== 'number' || high.kind !== 'number' || low.unit !== '' || high.unit === '') return false;
  RANGE.lastIndex = low.start;
  return RANGE.test(text) && Number(low.keys[0]) < Number(high.keys[0]);
}

const BYTES: Readonly<Record<string, readonly string[]>> = { g: ['gb'], t: ['tb'] };

/** A number with its qualifiers: a sign attached to it, a multiplier before it. Both are part of its value. */
function toNumber(token: NumberToken, text: string, isMultiplied: boolean): Figure {
  const { start, ordinal } = token;
  let { end, unit } = token;
  const degrees = unit === '' ? /^\s?°?\s?([CF])(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 5)) : null;
  if (degrees !== null) {
    unit = degrees[1] === 'C' ? '°c' : '°f';
    end += degrees[0].length;
  }
  const glued = GLUED_BEHIND.exec(text.slice(end, end + 8))?.[0] ?? '';
  const isEnding = /^(?:s|e|a|n|er)$/u.test(glued);
  const before = GLUED_BEFORE.exec(text.slice(Math.max(0, start - 3), start))?.[0].trim() ?? '';
  if (glued !== '' && !isEnding) end += glued.length;
  const factor = isMultiplied ? multiplierBefore(text, start) : null;
  // `1G`, `128g`: a unit without a space may mean bytes.
  const bytes = DIGIT.test(text.charAt(token.end - 2)) ? BYTES[token.unit] : undefined;
  const values = valuesOf(token);
  const kind: FigureKind = ordinal
    ? 'ordinal'
    : unit === '' && YEAR.test(token.text) && glued === ''
      ? 'year'
      : 'number';
  const signed = glued !== '' && !isEnding && glued !== '+' ? `*${glued}` : '';
  const from = factor === null ? start : factor.start;
  return {
    ...PLAIN,
    kind,
    start: from,
    end,
    text: text.slice(from, end).trim(),
    keys:
      kind === 'year'
        ? [token.text]
        : values.flatMap(({ value, mode }) =>
            [unit, ...(bytes ?? [])]
              .flatMap((each) => amountsOf(value * (factor?.value ?? 1), each))
              .map((amount) => amount + mode + signed),
          ),
    unit,
    bound: boundOf(token, before, glued),
    counted: wordBehind(text, end),
    numbered: wordBefore(text, from),
  };
}

function boundOf({ bound }: NumberToken, before: string, glued: string): string {
  if (glued === '+' || /[>≥]/u.test(before)) return 'above';
  if (/[<≤]/u.test(before)) return 'below';
  if (/[~≈]/u.test(before)) return 'about';
  return bound;
}

/**
 * The values of a number. `1.234` may mean 1234 or 1.234. The value records which reading it is, so that one reading
 * never equals the other reading of another number. Versions that differ in a trailing zero are different.
 */
function valuesOf({ values, text, unit, spelled }: NumberToken): readonly { value: number; mode: string }[] {
  if (spelled) return values.map((value) => ({ value, mode: '' }));
  const [grouped, decimal] = values;
  if (values.length === 2 && grouped !== undefined && decimal !== undefined && grouped === decimal * 1000) {
    // `5.000` is 5000: nobody writes three zeros after a decimal point.
    if (/[.,٫٬]0{3}(?!\p{N})/u.test(text)) return [{ value: grouped, mode: '' }];
    return [
      { value: grouped, mode: '' },
      { value: decimal, mode: '' },
    ];
  }
  const isRelease = unit === '' && /^[1-9]\d*\.\d*[1-9]?0+$/u.test(text) && !/\.0+$/u.test(text);
  return values.map((value) => ({ value, mode: isRelease ? `r${text}` : '' }));
}

/** A stop after the name of a month more often ends a sentence than abbreviates the name. */
function withoutStop(text: string, kind: FigureKind): string {
  return kind === 'date' && text.endsWith('.') && !DIGIT.test(text.at(-2) ?? '') ? text.slice(0, -1) : text;
}

function wordBefore(text: string, start: number): string {
  return /([\p{L}\p{M}]+)[\s-]$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1]?.toLowerCase() ?? '';
}

const joiningWords = fromWords(() => new Set(wordsOf('function')));
const WORD_BEFORE = /([\p{L}\p{M}]+)((?:\s+\p{L}{1,3}){0,2})\s*$/u;

/** `half of 5,000`, `twice 300`: the multiplier before a number. */
function multiplierBefore(text: string, start: number): { value: number; start: number } | null {
  const from = Math.max(0, start - 32);
  const found = WORD_BEFORE.exec(text.slice(from, start));
  if (found === null) return null;
  const known = multiplierOf((found[1] as string).toLowerCase());
  const between = (found[2] as string).toLowerCase().split(' ').filter(Boolean);
  if (!between.every((word) => joiningWords().has(word))) return null;
  return known === undefined || known.isOrdinalToo ? null : { value: known.value, start: from + found.index };
}

const SLASHED = /(?<![\p{N}/.])([1-9]\d?)\s?\/\s?([1-9]\d{0,2})(?![\p{N}/])/gu;
const SIGN = /[½⅓⅔¼¾⅕⅛]/gu;
const IN_WORDS = /([\p{L}\p{M}]+)[\s-]([\p{L}\p{M}]+)|([\p{L}\p{M}]{4,})/gu;

/** Fractions in figures and words: `1/3`, `one-third`, `a quarter`, `¾`, `half`. */
function readFractions(
  text: string,
  isMultiplied: boolean,
  isTaken: (start: number, end: number) => boolean,
): Figure[] {
  const found: Figure[] = [];
  const add = (start: number, end: number, value: number) => {
    if (found.some((other) => other.start < end && start < other.end)) return;
    found.push({
      kind: 'fraction',
      start,
      end,
      text: text.slice(start, end),
      keys: [`f${value.toPrecision(6)}`],
      ...PLAIN,
    });
  };
  if (text.includes('/'))
    for (const { 0: all, 1: above, 2: below, index } of allMatches(text, SLASHED))
      if (Number(above) < Number(below)) add(index, index + all.length, Number(above) / Number(below));
  for (const { 0: sign, index } of allMatches(text, SIGN)) {
    // Unicode decomposes `½` into 1⁄2.
    const [above, below] = sign.normalize('NFKC').split('⁄').map(Number);
    add(index, index + 1, Number(above) / Number(below));
  }
  // Most texts name no fraction.
  if (!isMultiplied) return found;
  IN_WORDS.lastIndex = 0;
  for (let match = IN_WORDS.exec(text); match !== null; match = IN_WORDS.exec(text)) {
    const { 0: all, 1: count, 2: named, 3: alone, index } = match;
    const word = (named ?? alone ?? '').toLowerCase();
    const part = multiplierOf(word);
    if (part !== undefined && part.value < 1) {
      const before = count?.toLowerCase() ?? '';
      const times = readNumbers(before).find(({ spelled }) => spelled)?.values[0];
      const isOne = ARTICLES.has(before);
      const start = times !== undefined || isOne ? index : index + all.length - word.length;
      if (times !== undefined || isOne || !part.isOrdinalToo)
        if (!isTaken(index + all.length - word.length, index + all.length) || times !== undefined || isOne)
          add(start, index + all.length, part.value * (times ?? 1));
    }
    // The second word may be the first of the next pair.
    if (named !== undefined) IN_WORDS.lastIndex = index + all.length - named.length;
  }
  return found;
}

const ARTICLES = new Set('a an one the ein eine einen einem un une una um uma een'.split(' '));

/** Dates, each with the days that are listed next to it. */
function readDays(text: string): { range: TextRange; date: NonNullable<Figure['date']> }[] {
  const days: { range: TextRange; date: NonNullable<Figure['date']> }[] = [];
  for (const { start, end, year, month, day } of readDates(text)) {
    days.push({ range: { start, end }, date: { year, month, day } });
    if (day === null || month === null) continue;
    const add = (from: number, to: number, said = '') => {
      const other = Number(said);
      if (said !== '' && other <= 31)
        days.push({ range: { start: from, end: to }, date: { year, month, day: other } });
    };
    const before = DAYS_BEFORE.exec(text.slice(Math.max(0, start - 12), start));
    add(start - (before?.[0].length ?? 0), start, before?.[1]);
    const behind = DAYS_BEHIND.exec(text.slice(end, end + 14));
    add(end, end + (behind?.[0].length ?? 0), behind?.[1]);
    const own = text.slice(start, end);
    const inside = /(\d{1,2})(?:st|nd|rd|th|\.)?\s*[–-]\s*(\d{1,2})/u.exec(own);
    if (inside === null || /^\d{4}/u.test(own)) continue;
    for (const other of inside.slice(1)) if (Number(other) !== day) add(start, end, other);
  }
  return days;
}
