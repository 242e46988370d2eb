import { allMatches } from '../text/all-matches.ts';
import { magnitudeOf, numberOf, ordinalOf, plainNumberOf, unitNamed, unitOf } from './number-words.ts';
import { boundOf, isMinus, PERCENTAGE_POINTS, pointsAt } from './read-bounds.ts';
import type { NumberToken } from './read-numbers.ts';

const WORD = /[\p{L}\p{M}]+/gu;
const JOINER = /^(?:and|et|y|e|и)$/u;

/** Reads the numbers that are written in letters, outside the ranges of `isTaken`. */
export function readSpelledNumbers(
  text: string,
  isTaken: (start: number, end: number) => boolean,
): NumberToken[] {
  const tokens: NumberToken[] = [];
  // Most texts have none. A list of the words alone shows that, without computing positions.
  if (text.match(WORD)?.some(isNumberWord) !== true) return tokens;
  const found = allMatches(text, WORD);
  for (let i = 0; i < found.length; i++) {
    const word = found[i] as RegExpExecArray;
    const low = word[0].toLowerCase();
    const ordinal = ordinalOf(low);
    const value = numberOf(low) ?? ordinal;
    if (value === undefined || isTaken(word.index, word.index + 1)) continue;
    const run = ordinal === undefined ? readRun(text, found, i, value) : { value, last: i, ordinal: true };
    i = run.last;
    const last = found[i] as RegExpExecArray;
    const end = last.index + last[0].length;
    const unitWord = /^[\s-]([\p{L}%$€£]+)/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? '';
    tokens.push({
      text: text.slice(word.index, end),
      start: word.index,
      end,
      values: [isMinus(text, word.index) ? -run.value : run.value],
      unit: pointsAt(text, end) > 0 ? PERCENTAGE_POINTS : (unitNamed(unitWord) ?? ''),
      ordinal: run.ordinal,
      spelled: true,
      bound: boundOf(text, word.index),
    });
  }
  return tokens;
}

function isNumberWord(word: string): boolean {
  const low = word.toLowerCase();
  return numberOf(low) !== undefined || ordinalOf(low) !== undefined;
}

interface Run {
  readonly value: number;
  /** Index of its last word. */
  readonly last: number;
  readonly ordinal: boolean;
}

/** The words from `first` on that make one number: `three hundred and twenty-one thousand`, `quatre-vingt-dix`, `treinta y uno`. */
function readRun(text: string, found: readonly RegExpExecArray[], first: number, start: number): Run {
  let value = start;
  let total = 0;
  let last = first;
  let ordinal = false;
  for (let k = first + 1; k < found.length && !ordinal; k++) {
    const before = found[k - 1] as RegExpExecArray;
    const next = found[k] as RegExpExecArray;
    if (!/^[\s-]$/.test(text.slice(before.index + before[0].length, next.index))) break;
    const name = next[0].toLowerCase();
    const factor = name.length > 2 ? magnitudeOf(name) : undefined;
    const behindTens = value >= 20 && value % 10 === 0;
    const small = (behindTens ? unitOf(name) : plainNumberOf(name)) ?? ordinalOf(name);
    if (factor !== undefined) {
      if (factor > 100) {
        total += value * factor;
        value = 0;
      } else value *= factor;
    } else if (value < 10 && small === 10 && isArabic(name)) value += 10;
    else if (value === 4 && /^vingts?$/u.test(name)) value = 80;
    else if (small !== undefined && small > 0 && fits(value, small)) {
      value += small;
      ordinal = ordinalOf(name) !== undefined;
    } else if (!isJoiner(name, value, before[0], (found[k + 1] ?? next)[0])) break;
    else continue;
    last = k;
  }
  return { value: total + value, last, ordinal };
}

/** In Arabic, seventeen is written as "seven" and "ten". */
function isArabic(name: string): boolean {
  const code = name.charCodeAt(0);
  return code >= 0x600 && code < 0x700;
}

/** True for units after tens, anything below a hundred after hundreds, and `soixante-dix`. */
function fits(value: number, small: number): boolean {
  if (value % 100 === 0) return true;
  if (value >= 20 && value % 10 === 0 && small < 10) return true;
  return (value === 60 || value === 80) && small < 20;
}

function isJoiner(name: string, value: number, before: string, after: string): boolean {
  if (!JOINER.test(name)) return false;
  if (/^(?:hundred|thousand|million)$/i.test(before)) return name === 'and';
  const unit = unitOf(after.toLowerCase());
  return name !== 'and' && value >= 20 && value % 10 === 0 && unit !== undefined && unit < 10;
}
