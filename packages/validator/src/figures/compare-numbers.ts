import {
  excludesItself,
  isOtherVersion,
  mayBeBounded,
  type NumberToken,
  unitsInWords,
  versionOf,
  wordBehind,
} from '@memora/language/numbers';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/** What a length of time or space is counted in, so that five decades are fifty years. */
const FACTORS: Readonly<Record<string, readonly [string, number]>> = {
  d: ['s', 86_400],
  week: ['s', 604_800],
  min: ['s', 60],
  h: ['s', 3600],
  year: ['month', 12],
  decade: ['month', 120],
  century: ['month', 1200],
  km: ['m', 1000],
  cm: ['m', 0.01],
  mm: ['m', 0.001],
  kg: ['g', 1000],
  mg: ['g', 0.001],
  ml: ['l', 0.001],
  ms: ['s', 0.001],
  μg: ['g', 1e-6],
  t: ['g', 1e6],
  mb: ['kb', 1e3],
  gb: ['kb', 1e6],
  tb: ['kb', 1e9],
  khz: ['hz', 1e3],
  mhz: ['hz', 1e6],
  ghz: ['hz', 1e9],
  kw: ['w', 1e3],
  mw: ['w', 1e6],
  gw: ['w', 1e9],
};
/** Units that others are converted to. */
const BASES = new Set(Object.values(FACTORS).map(([base]) => base));

/** Where the numbers stand: in the statement, and in the evidence. */
export interface NumberTexts {
  readonly statement: string;
  readonly evidence: string;
}

/** Numbers of the statement that the evidence doesn't have, has with another unit, or bounds from the other side. */
export function compareNumbers(
  said: readonly NumberToken[],
  known: readonly NumberToken[],
  texts: NumberTexts,
): TokenDisagreement[] {
  const index = indexNumbers(known, texts.evidence);
  const judged = new Map<string, TokenDisagreement | null>();
  const disagreements: TokenDisagreement[] = [];
  for (const token of said) {
    const key = keyOf(token, texts.statement);
    let found = judged.get(key);
    if (found === undefined) {
      found = judge(token, index, texts);
      judged.set(key, found);
    }
    if (found !== null) disagreements.push(found);
  }
  return disagreements;
}

function judge(token: NumberToken, index: NumberIndex, texts: NumberTexts): TokenDisagreement | null {
  const same = [...new Set(amountsOf(token).flatMap((amount) => index.byAmount.get(amount) ?? []))].filter(
    (other) => !isOtherVersion(token, other),
  );
  const [first] = same;
  if (first === undefined) {
    if (isOne(token, texts)) return null;
    if (token.bound !== '' && index.distinct.some((other) => isBoundedBy(token, other))) return null;
    const nearest = token.unit === '' ? undefined : index.byUnit.get(token.unit);
    return disagree('number', token.text, nearest?.text);
  }
  if (same.every((other) => unitsClash(token, other) || wordsClash(token, other, texts)))
    return disagree('unit', token.text, first.text);
  if (token.bound !== '' && same.every(({ bound }) => bound !== '' && bound !== token.bound)) {
    return disagree(
      'comparator',
      `${BOUNDS[token.bound]} ${token.text}`,
      `${BOUNDS[first.bound]} ${first.text}`,
    );
  }
  if (
    token.bound === '' &&
    !mayBeBounded(texts.statement, token) &&
    same.every((other) => isStrict(other, texts.evidence))
  )
    return disagree('comparator', token.text, `${BOUNDS[first.bound]} ${first.text}`);
  const ways = [wayOf(token, texts.statement), ...same.map((other) => wayOf(other, texts.evidence))];
  if (ways[0] !== '' && ways.slice(1).every((way) => way !== '' && way !== ways[0]))
    return disagree(
      'comparator',
      `${texts.statement.slice(token.start - 3, token.start).trim()} ${token.text}`,
      first.text,
    );
  if (isExcluded(token, same, index, texts))
    return disagree('comparator', `${BOUNDS[token.bound]} ${token.text}`, first.text);
  return null;
}

/** `One hour` for `an hour`: an article counts to one. */
function isOne({ spelled, values, start, text }: NumberToken, { statement, evidence }: NumberTexts): boolean {
  if (!spelled || values[0] !== 1 || !statement.startsWith(text, start)) return false;
  const counted = /^[\s-]+(\p{L}+)/u.exec(statement.slice(start + text.length))?.[1];
  return (
    counted !== undefined &&
    new RegExp(`(?<!\\p{L})(?:an?|ein(?:e[rnms]?)?|un[aeo]?|uma?|een)[\\s-]+${counted}(?!\\p{L})`, 'iu').test(
      evidence,
    )
  );
}

/** `Fewer than 40` leaves 40 itself out. */
function isStrict(token: NumberToken, evidence: string): boolean {
  return (token.bound === 'above' || token.bound === 'below') && excludesItself(evidence, token);
}

/** Risen `by` so much, or `to` so much. */
function wayOf({ text, start }: NumberToken, within: string): string {
  if (!within.startsWith(text, start)) return '';
  const way = /\s(by|um|to|auf)\s$/u.exec(within.slice(Math.max(0, start - 5), start))?.[1];
  return way === undefined ? '' : way === 'by' || way === 'um' ? 'by' : 'to';
}

/** `More than 40` where the evidence says 40 and nothing that is more. */
function isExcluded(
  token: NumberToken,
  same: readonly NumberToken[],
  { distinct }: NumberIndex,
  { statement, evidence }: NumberTexts,
): boolean {
  if ((token.bound !== 'above' && token.bound !== 'below') || !excludesItself(statement, token)) return false;
  const stands = ({ text, start }: NumberToken) => evidence.startsWith(text, start);
  const counted = countedIn(token, statement);
  return (
    same.every((other) => other.bound === '' && stands(other) && !mayBeBounded(evidence, other)) &&
    !distinct.some(
      (other) => !same.includes(other) && countedIn(other, evidence) === counted && isBoundedBy(token, other),
    )
  );
}

/** The unit of a number, or the word behind it: what it is a number of. */
function countedIn(token: NumberToken, text: string): string {
  return token.unit === '' ? behind(token, text) : token.unit;
}

/** The numbers of the evidence, each once, by what they amount to. */
interface NumberIndex {
  readonly distinct: readonly NumberToken[];
  readonly byAmount: ReadonlyMap<string, readonly NumberToken[]>;
  readonly byUnit: ReadonlyMap<string, NumberToken>;
}

/** More different numbers than this are not looked through for one that a bound allows. */
const MOST_BOUNDED = 2_000;

function indexNumbers(known: readonly NumberToken[], evidence: string): NumberIndex {
  const distinct = [...new Map(known.map((token) => [keyOf(token, evidence), token])).values()];
  const byAmount = new Map<string, NumberToken[]>();
  const byUnit = new Map<string, NumberToken>();
  for (const token of distinct) {
    if (!byUnit.has(token.unit)) byUnit.set(token.unit, token);
    for (const amount of amountsOf(token)) {
      const others = byAmount.get(amount);
      if (others === undefined) byAmount.set(amount, [token]);
      else others.push(token);
    }
  }
  return { distinct: distinct.slice(0, MOST_BOUNDED), byAmount, byUnit };
}

function keyOf(token: NumberToken, text: string): string {
  const { values, unit, bound } = token;
  return `${values.join()} ${versionOf(token) ?? ''} ${unit} ${bound} ${unit === '' ? behind(token, text) : ''}`;
}

/** A number as it stands, and in the base unit of its kind: five decades and fifty years have one amount in common. */
function amountsOf({ values, unit }: NumberToken): string[] {
  const [base, factor] = FACTORS[unit] ?? [unit, 1];
  const amounts = values.map(String);
  if (BASES.has(base)) amounts.push(...values.map((value) => `${rounded(value * factor)} ${base}`));
  return amounts;
}

function rounded(value: number): string {
  return value.toPrecision(12);
}

const BOUNDS = { '': '', above: '>', below: '<', about: '≈' };

/** Two units of which each number has one, unless both say the same amount. */
function unitsClash(a: NumberToken, b: NumberToken): boolean {
  if (a.unit === b.unit || a.unit === '' || b.unit === '') return false;
  if ((a.unit === '¥' && MONEY_OF_YEN.has(b.unit)) || (b.unit === '¥' && MONEY_OF_YEN.has(a.unit)))
    return false;
  const theirs = new Set(amountsOf(b).filter((amount) => amount.includes(' ')));
  return !amountsOf(a).some((amount) => theirs.has(amount));
}

/** Two numbers of which one has, or both have, a unit in words of a language that has no list here: `5 mètres` for `5 kilomètres`. */
function wordsClash(a: NumberToken, b: NumberToken, { statement, evidence }: NumberTexts): boolean {
  if (a.unit !== '' && b.unit !== '') return false;
  const [ours, theirs] = [behind(a, statement), behind(b, evidence)];
  if (ours === theirs || (a.unit === '' && ours === '') || (b.unit === '' && theirs === '')) return false;
  const mine = a.unit === '' ? unitsInWords(ours) : [a.unit];
  const other = b.unit === '' ? unitsInWords(theirs) : [b.unit];
  return (
    mine.length > 0 &&
    other.length > 0 &&
    mine.every((unit) => other.every((known) => unitsClash({ ...a, unit }, { ...b, unit: known })))
  );
}

/** The word behind a number; '' where the token was made up, and does not stand at its place in the text. */
function behind({ text, start, end }: NumberToken, within: string): string {
  return within.startsWith(text, start) ? wordBehind(within, end) : '';
}

const MONEY_OF_YEN = new Set(['yen', 'yuan']);

/** "More than 100,000" where the evidence says 258,000; "about 3 million" where it says 2.9 million. */
function isBoundedBy(said: NumberToken, known: NumberToken): boolean {
  if (said.bound === '' || (said.unit !== known.unit && known.unit !== '' && said.unit !== '')) return false;
  // `up to 25 %` is nothing that `interleukin 10` bounds.
  if (said.unit === '%' && known.unit !== '%') return false;
  return said.values.some((limit) =>
    known.values.some((value) => {
      if (limit <= 0 || isYear(known)) return false;
      if (said.bound === 'above') return value >= limit && value <= limit * 10;
      if (said.bound === 'below') return value <= limit && value >= limit / 10;
      // A rounding tells no more than what it rounds: `about 264` is none of 260.
      return Math.abs(value - limit) <= 0.1 * limit && digitsOf(limit) <= digitsOf(value);
    }),
  );
}

/** Digits without the zeros at either end. */
function digitsOf(value: number): number {
  return String(value)
    .replace('.', '')
    .replace(/^0+|0+$/gu, '').length;
}

function isYear({ values, unit, text }: NumberToken): boolean {
  const [value = 0] = values;
  return unit === '' && /^\d{4}$/.test(text) && value >= 1000 && value <= 2100;
}
