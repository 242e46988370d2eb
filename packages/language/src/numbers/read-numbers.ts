import { allMatches } from '../text/all-matches.ts';
import { createCover } from '../text/range-cover.ts';
import { CJK_MAGNITUDES, magnitudeOf, unitAt, unitNamed } from './number-words.ts';
import { boundOf, isMinus, PERCENTAGE_POINTS, pointsAt } from './read-bounds.ts';
import { readSpelledNumbers } from './read-spelled-numbers.ts';

/** A number in a text, in any notation. */
export interface NumberToken {
  /** As written, including sign and unit. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Every value it may mean: `1.234` is 1.234 in English and 1234 in German. */
  readonly values: readonly number[];
  /** `%`, a currency sign, a unit of measure, or nothing. */
  readonly unit: string;
  readonly ordinal: boolean;
  /** True if written in letters. */
  readonly spelled: boolean;
  /** The bound of the number: `more than 5` above, `at most 5` below, `some 5` about. */
  readonly bound: '' | 'above' | 'below' | 'about';
}

/**
 * The text of a number such as "3.10" without a unit: as a release it differs from "3.1", though the numbers are equal. Null for any other number; "10.0" is
 * 10.
 */
export function versionOf({ text, unit }: Pick<NumberToken, 'text' | 'unit'>): string | null {
  return unit === '' && VERSION.test(text) ? text : null;
}

const VERSION = /^[1-9]\d*\.\d*[1-9]0+$/u;

const NUMERAL =
  /(?<![\p{Lu}\p{Ll}\p{N}_]|[\p{Lu}\p{Ll}][-‑])([-+−±]?)(?:([$€£¥₹₽]|US\$)\s?)?(\p{Nd}+(?:[.,٫٬'’\u00a0\u2009\u202f]\p{Nd}+|[ ]\p{Nd}{3}(?!\p{Nd}))*)(st|nd|rd|th|º|ª|er|ème|e)?(?![\p{Nd}])/gu;
/** Reads every number of a text: digits in any script and grouping style, number words, magnitudes, signs, units. */
export function readNumbers(text: string): NumberToken[] {
  const tokens = readNumerals(text);
  return [...tokens, ...readSpelledNumbers(text, createCover(tokens))].sort((a, b) => a.start - b.start);
}

function readNumerals(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  if (!/\p{Nd}/u.test(text)) return tokens;
  for (const match of allMatches(text, NUMERAL)) {
    // 1万8000 is one number.
    if (match.index < (tokens.at(-1)?.end ?? 0)) continue;
    const [whole, sign = '', currency = '', digits = '', ordinal] = match;
    let end = match.index + whole.length;
    let values = valuesOf(toAsciiDigits(digits));
    let unit = currency === '' ? '' : (unitNamed(currency.toLowerCase()) as string);
    for (;;) {
      const magnitude = /^[*_]{0,2}\s?-?[*_]{0,2}([\p{L}]+)/u.exec(text.slice(end, end + 24));
      const name = magnitude?.[1] as string | undefined;
      const factor =
        name === undefined ? undefined : (magnitudeOf(name.toLowerCase()) ?? CJK_MAGNITUDES[name.charAt(0)]);
      if (magnitude === null || name === undefined || factor === undefined) break;
      if (name.length === 1 && name === 'm' && currency === '') break;
      values = values.map((value) => value * factor);
      const isUnspaced = CJK_MAGNITUDES[name.charAt(0)] !== undefined;
      end += magnitude[0].length - name.length + (isUnspaced ? 1 : name.length);
      const rest = isUnspaced ? restAt(text, end) : '';
      if (rest === '' || factor < 1e4) continue;
      values = values.map((value) => value + Number(rest));
      end += rest.length;
      break;
    }
    const points = pointsAt(text, end);
    const follows = /^[\s-]?([%％٪]|[$€£¥￥₹₽]|°\s?[CF]|\p{L}[\p{L}µ/]*)/u.exec(text.slice(end, end + 24));
    const named = follows === null ? undefined : unitAt((follows[1] as string).replace(/\s/g, ''));
    if (points > 0) {
      unit = PERCENTAGE_POINTS;
      end += points;
    } else if (follows !== null && named !== undefined && unit === '') {
      unit = unitNamed(named) as string;
      end += follows[0].length - (follows[1] as string).replace(/\s/g, '').length + named.length;
    }
    if (unit === '割') [unit, values] = ['%', values.map((value) => value * 10)];
    if (/^\s?per\s?cent|^\s(?:pour|por|per) cent/u.test(text.slice(end, end + 12))) unit = '%';
    const opening =
      sign === ''
        ? /(?<!\d)(\d\d)\d\d[-–/]$/u.exec(text.slice(Math.max(0, match.index - 6), match.index))
        : null;
    if (opening !== null && /^\d\d$/.test(digits)) values.push(Number(`${opening[1]}${digits}`));
    if (sign === '-' || sign === '−' || (sign === '' && isMinus(text, match.index)))
      values = values.map((value) => -value);
    tokens.push({
      text: text.slice(match.index, end).trim(),
      start: match.index,
      end,
      values,
      unit,
      ordinal: ordinal !== undefined,
      spelled: false,
      bound: boundOf(text, match.index, end),
    });
  }
  return tokens;
}

/** The digits right after a magnitude, for the part below it. */
function restAt(text: string, at: number): string {
  let end = at;
  while (end < text.length && '0123456789'.includes(text[end] as string)) end++;
  return text.slice(at, end);
}

/** The possible values of a run of digits and separators. */
function valuesOf(digits: string): number[] {
  const plain = digits
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/['’\s\u00a0\u2009\u202f]/gu, '');
  const marks = plain.replace(/\d/g, '');
  if (marks === '') return [Number(plain)];
  const last = marks.at(-1) as string;
  const tail = plain.length - plain.lastIndexOf(last) - 1;
  const grouped = Number(plain.replace(/[.,]/g, ''));
  const decimal = Number(
    plain.split(last).slice(0, -1).join('').replace(/[.,]/g, '') +
      `.${plain.slice(plain.lastIndexOf(last) + 1)}`,
  );
  if (marks.length > 1 && marks === last.repeat(marks.length)) return [grouped];
  if (marks.length > 1) return [decimal];
  return tail === 3 ? [grouped, decimal] : [decimal];
}

function toAsciiDigits(digits: string): string {
  if (!/[^\x00-\x7f]/.test(digits)) return digits;
  return digits.replace(/\p{Nd}/gu, (digit) => {
    // Unicode guarantees that the decimal digits of every script are ten consecutive code points in order.
    let zero = digit.codePointAt(0) as number;
    const value = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero--;
    return String(value - zero);
  });
}
