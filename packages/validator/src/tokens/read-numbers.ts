import { CJK_MAGNITUDES, MAGNITUDES, NUMBER_WORDS, ORDINAL_WORDS, UNITS } from './number-words.ts';

/** A number of a text, whichever way it is written. */
export interface NumberToken {
  /** As it is written, sign and unit included. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Every value it may mean: `1.234` is 1.234 in English and 1234 in German. */
  readonly values: readonly number[];
  /** `%`, a currency sign, a unit of measure, or nothing. */
  readonly unit: string;
  readonly ordinal: boolean;
  /** Written in letters. */
  readonly spelled: boolean;
  /** Which side of the number is meant: `more than 5` above, `at most 5` below, `some 5` about. */
  readonly bound: '' | 'above' | 'below' | 'about';
}

const NUMERAL =
  /(?<![\p{L}\p{N}_]|\p{L}[-‑])([-+−±]?)(?:([$€£¥₹₽]|US\$)\s?)?(\p{Nd}+(?:[.,'’\u00a0\u2009\u202f]\p{Nd}+|[ ]\p{Nd}{3}(?!\p{Nd}))*)(st|nd|rd|th|º|ª|er|ème|e)?(?![\p{Nd}])/gu;
const WORD = /[\p{L}\p{M}]+/gu;

/** Reads every number of a text: digits in any script and style of grouping, number words, magnitudes, signs, units. */
export function readNumbers(text: string): NumberToken[] {
  const tokens = readNumerals(text);
  tokens.push(...readSpelled(text, tokens));
  return tokens.sort((a, b) => a.start - b.start);
}

function readNumerals(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  for (const match of text.matchAll(NUMERAL)) {
    const [whole, sign = '', currency = '', digits = '', ordinal] = match;
    let end = match.index + whole.length;
    let values = valuesOf(toAsciiDigits(digits));
    let unit = currency === '' ? '' : (UNITS.get(currency.toLowerCase()) as string);
    for (;;) {
      const magnitude = /^\s?-?([\p{L}]+)/u.exec(text.slice(end, end + 20));
      const name = magnitude?.[1] as string | undefined;
      const factor =
        name === undefined
          ? undefined
          : (MAGNITUDES.get(name.toLowerCase()) ?? CJK_MAGNITUDES[name.charAt(0)]);
      if (magnitude === null || name === undefined || factor === undefined) break;
      if (name.length === 1 && name === 'm' && currency === '') break;
      values = values.map((value) => value * factor);
      const taken = CJK_MAGNITUDES[name.charAt(0)] === undefined ? name.length : 1;
      end += magnitude[0].length - name.length + taken;
    }
    const follows = /^[\s-]?(%|[$€£¥₹₽円元]|°\s?[CF]|\p{L}[\p{L}µ/]*)/u.exec(text.slice(end, end + 24));
    const named =
      follows === null ? undefined : UNITS.get((follows[1] as string).toLowerCase().replace(/\s/g, ''));
    if (follows !== null && named !== undefined && unit === '') {
      unit = named;
      end += follows[0].length;
    }
    if (/^\s?per\s?cent|^\s(?:pour|por|per) cent/u.test(text.slice(end, end + 12))) unit = '%';
    const opening =
      sign === ''
        ? /(?<!\d)(\d\d)\d\d[-–/]$/u.exec(text.slice(Math.max(0, match.index - 6), match.index))
        : null;
    if (opening !== null && /^\d\d$/.test(digits)) values.push(Number(`${opening[1]}${digits}`));
    if (sign === '-' || sign === '−') values = values.map((value) => -value);
    tokens.push({
      text: text.slice(match.index, end).trim(),
      start: match.index,
      end,
      values,
      unit,
      ordinal: ordinal !== undefined,
      spelled: false,
      bound: boundOf(text, match.index),
    });
  }
  return tokens;
}

const ABOVE =
  /(?<!\p{L})(?:more than|over|above|at least|exceed(?:s|ed|ing)?|greater than|no (?:less|fewer) than|[>≥]=?|mehr als|über|mindestens|plus de|au moins|más de|al menos|più di|almeno|mais de|pelo menos|более|больше|超过|至少)\s*$/iu;
const BELOW =
  /(?<!\p{L})(?:less than|fewer than|under|below|at most|up to|no more than|[<≤]=?|weniger als|unter|höchstens|bis zu|moins de|au plus|menos de|meno di|al massimo|no máximo|менее|меньше|不到|最多)\s*$/iu;
const ABOUT =
  /(?<!\p{L})(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|~|≈|etwa|rund|ungefähr|fast|environ|presque|alrededor de|unos|casi|circa|quasi|cerca de|quase|около|почти|约|大约|およそ|約)\s*$/iu;

/** Which side of the number at `start` the words before it mean. */
export function boundOf(text: string, start: number): NumberToken['bound'] {
  const before = text.slice(Math.max(0, start - 18), start).replace(/^[\s\S]*\n\s*\n/u, '');
  if (BELOW.test(before)) return 'below';
  if (ABOVE.test(before)) return 'above';
  return ABOUT.test(before) ? 'about' : '';
}

/** What a run of digits and separators may mean. */
function valuesOf(digits: string): number[] {
  const plain = digits.replace(/['’\s\u00a0\u2009\u202f]/gu, '');
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
    // Decimal digits of every script stand in runs of ten, in order; Unicode guarantees that.
    let zero = digit.codePointAt(0) as number;
    const value = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero--;
    return String(value - zero);
  });
}

function readSpelled(text: string, taken: readonly NumberToken[]): NumberToken[] {
  const tokens: NumberToken[] = [];
  const found = [...text.matchAll(WORD)];
  for (let i = 0; i < found.length; i++) {
    const word = found[i] as RegExpExecArray;
    const low = word[0].toLowerCase();
    const ordinal = ORDINAL_WORDS.get(low);
    let value = NUMBER_WORDS.get(low) ?? ordinal;
    if (value === undefined || taken.some(({ start, end }) => word.index < end && word.index >= start))
      continue;
    let last = word;
    let isOrdinal = ordinal !== undefined;
    let total = 0;
    for (let k = i + 1; k < found.length && !isOrdinal; k++) {
      const next = found[k] as RegExpExecArray;
      if (!/^[\s-]$/.test(text.slice(last.index + last[0].length, next.index))) break;
      const name = next[0].toLowerCase();
      const small = NUMBER_WORDS.get(name) ?? ORDINAL_WORDS.get(name);
      const factor = name.length > 2 ? MAGNITUDES.get(name) : undefined;
      if (factor !== undefined) {
        if (factor > 100) {
          total += value * factor;
          value = 0;
        } else value *= factor;
      } else if (
        small !== undefined &&
        (value % 100 === 0 || (value >= 20 && value % 10 === 0 && small < 10))
      ) {
        value += small;
        isOrdinal = ORDINAL_WORDS.has(name);
      } else if (name !== 'and' || !/^(?:hundred|thousand|million)$/i.test(last[0])) break;
      last = next;
      i = k;
    }
    const end = last.index + last[0].length;
    const unitWord = /^[\s-]([\p{L}%$€£]+)/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? '';
    tokens.push({
      text: text.slice(word.index, end),
      start: word.index,
      end,
      values: [total + value],
      unit: UNITS.get(unitWord) ?? '',
      ordinal: isOrdinal,
      spelled: true,
      bound: boundOf(text, word.index),
    });
  }
  return tokens;
}
