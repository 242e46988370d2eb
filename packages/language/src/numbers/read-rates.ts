import { fromWords, wordsOf } from '../scripts/script-words.ts';
import { unitNamed } from './number-words.ts';
import type { NumberToken } from './read-numbers.ts';
import { type ScriptUnits, UNIT_SCRIPTS, unitsInWords } from './unit-in-words.ts';

/*
 * How often, and for how long an amount is: `300 euros per month`, `twice a day`, `weekly`, `40 l/min`. `Per month` is said in forty languages by the locale
 * data of the runtime; what it does not know (`monthly`, `every month`, `im Monat`) stands in the lists of the scripts.
 */

/** A phrase that says by which unit of time something is counted. */
export interface RateToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The unit, as `unitNamed` gives it: `month`. */
  readonly unit: string;
}

const TIMES = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
/** Behind a stroke: `40 l/min`, `300 €/mo`. */
const SIGNS: Readonly<Record<string, string>> = {
  s: 's',
  sec: 's',
  min: 'min',
  h: 'h',
  hr: 'h',
  d: 'd',
  wk: 'week',
  w: 'week',
  mo: 'month',
  mth: 'month',
  y: 'year',
  yr: 'year',
};
const BEHIND_STROKE = /(?<=[\p{L}\p{N}€$£¥%²³]\s?)\/\s?(\p{L}+)/gu;
/** `a` is an article elsewhere: `it took a day`. */
const BY_ARTICLE =
  /(?:(?<!\p{N})(?![12]\p{N}{3}\sa)\p{N}[^\s,;]{0,16}|once|twice|thrice|times)(?:\s(?!and|or|in|for|on|at|to|is|was)\p{L}{1,24}){0,2}\s(an?\s(second|minute|hour|day|night|week|month|year))(?!\p{L})/giu;

/** Reads every rate of a text, in order of unit and place. */
export function readRates(text: string): RateToken[] {
  const found: RateToken[] = [];
  const add = (phrase: string, start: number, unit: string | undefined) => {
    if (unit !== undefined) found.push({ text: phrase, start, end: start + phrase.length, unit });
  };
  for (const { 0: whole, 1: word = '', index } of text.matchAll(BEHIND_STROKE)) {
    const low = word.toLowerCase();
    add(whole, index, SIGNS[low] ?? timeOf(low));
  }
  for (const match of text.matchAll(BY_ARTICLE)) {
    const [whole, phrase = '', unit = ''] = match;
    add(
      phrase,
      match.index + whole.length - phrase.length,
      unit.toLowerCase() === 'night' ? 'd' : timeOf(unit.toLowerCase()),
    );
  }
  for (const script of UNIT_SCRIPTS) {
    if (!script.letter.test(text)) continue;
    const { pattern, units } = phrasesOf(script);
    for (const { 0: phrase, index } of text.matchAll(pattern))
      add(phrase, index, units.get(phrase.toLowerCase()));
  }
  const { pattern, units } = listed();
  for (const { 0: phrase, index } of text.matchAll(pattern)) {
    // `The Daily Mail` is a name.
    const isName = /^\p{Lu}/u.test(phrase) && /[\p{L},]\s$/u.test(text.slice(Math.max(0, index - 3), index));
    if (!isName) add(phrase, index, units.get(phrase.toLowerCase()));
  }
  return found;
}

/** The units of time that a text names in any way, those among them that its amounts come to: `60 minutes` names the hour too. */
export function namesTimes(text: string, numbers: readonly NumberToken[]): ReadonlySet<string> {
  const named = new Set(readRates(text).map(({ unit }) => unit));
  for (const { 0: word } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const low = word.slice(0, LONGEST).toLowerCase();
    const unit = timeOf(low) ?? PARTS_OF_DAY[low];
    if (unit !== undefined) named.add(unit);
  }
  for (const { unit, values } of numbers) {
    named.add(unit);
    for (const value of values) {
      const whole = WHOLES[`${value} ${unit}`];
      if (whole !== undefined) named.add(whole);
    }
  }
  return named;
}

const PARTS_OF_DAY: Readonly<Record<string, string>> = {
  night: 'd',
  morning: 'd',
  evening: 'd',
  annum: 'year',
  noon: 'd',
  midnight: 'd',
};
const WHOLES: Readonly<Record<string, string>> = {
  '60 s': 'min',
  '60 min': 'h',
  '24 h': 'd',
  '7 d': 'week',
  '4 week': 'month',
  '52 week': 'year',
  '30 d': 'month',
  '12 month': 'year',
  '365 d': 'year',
};

/** No word for a unit has more code units. */
const LONGEST = 24;

/** Whether a unit, as `unitNamed` gives it, is one that rates are counted by. */
export function isTime(unit: string): boolean {
  return TIMES.some((time) => unitNamed(time) === unit);
}

function timeOf(low: string): string | undefined {
  const units = unitsInWords(low).filter(isTime);
  return units.length === 1 ? units[0] : undefined;
}

interface Phrases {
  readonly pattern: RegExp;
  readonly units: ReadonlyMap<string, string>;
}

const phrasesByScript = new Map<ScriptUnits, Phrases>();

/** `per week`, as each language of a script has it: what stays of five litres a week without the litres. */
function phrasesOf(script: ScriptUnits): Phrases {
  let phrases = phrasesByScript.get(script);
  if (phrases === undefined) {
    const units = new Map<string, string>();
    for (const language of script.languages.split(' '))
      for (const time of TIMES)
        for (const phrase of phrasesIn(language, time)) units.set(phrase, unitNamed(time) as string);
    phrases = { pattern: patternOf([...units.keys()], script.isUnspaced === true), units };
    phrasesByScript.set(script, phrases);
  }
  return phrases;
}

function phrasesIn(language: string, time: string): string[] {
  const five = (unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(5);
  const liters = five('liter');
  const rate = five(`liter-per-${time}`);
  const at = rate.indexOf(liters);
  if (at === -1) return [];
  return [rate.slice(0, at), rate.slice(at + liters.length)]
    .map((phrase) => phrase.trim().toLowerCase())
    .filter((phrase) => phrase !== '' && !/[/\d]/u.test(phrase));
}

const listed = fromWords((): Phrases => {
  const units = new Map<string, string>();
  for (const group of wordsOf('rates', '|')) {
    const at = group.indexOf(' ');
    for (const phrase of group.slice(at + 1).split(',')) units.set(phrase.toLowerCase(), group.slice(0, at));
  }
  return { pattern: patternOf([...units.keys()], false), units };
});

function patternOf(phrases: readonly string[], isUnspaced: boolean): RegExp {
  const any = [...phrases]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'))
    .join('|');
  if (any === '') return /(?!)/gu;
  if (isUnspaced) return new RegExp(any, 'giu');
  return new RegExp(`(?<![\\p{Lu}\\p{Ll}\\p{M}])(?:${any})(?![\\p{Lu}\\p{Ll}\\p{M}])`, 'giu');
}

/** ASCII words of which a text without any has no rate that is listed; `per` among them. */
export function rateWords(): Iterable<string> {
  return [...listed().units.keys()].flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 4);
}
