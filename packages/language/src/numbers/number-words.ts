import { fromWords, wordsOf } from '../scripts/script-words.ts';

/* The words and signs for numbers, magnitudes and units. */

const numberWords = fromWords(() => {
  const numbers = new Map<string, number>();
  for (const group of wordsOf('numbers', '|')) {
    const [first, step, ...words] = group.split(' ');
    words.forEach((word, i) => {
      if (word !== '-' && !numbers.has(word)) numbers.set(word, Number(first) + i * Number(step));
    });
  }
  return numbers;
});

/** The value of a single number word that is not a compound. */
export function plainNumberOf(word: string): number | undefined {
  return numberWords().get(word);
}

/** Words for one, which count only inside a compound: `vingt et un`, `einundzwanzig`. */
const ONES = /^(?:one|ein|un|une|uno|una|um|uma|один)$/u;

/** The value of a number word, including German compounds. */
export function numberOf(low: string): number | undefined {
  return (
    numberWords().get(low.startsWith('ال') ? low.slice(2) : low) ??
    (low.length <= LONGEST && mayBeGerman(low) && GERMAN.test(low) ? germanNumber(low) : undefined)
  );
}

/** The value of a word after tens, where `one` counts. */
export function unitOf(low: string): number | undefined {
  return ONES.test(low) ? 1 : numberWords().get(low);
}

/** The longest German number word; longer ones are read as ordinary words. */
const LONGEST = 80;
const GERMAN = /^\p{L}+(?:hundert|tausend)\p{L}*$|^\p{L}+und\p{L}+(?:zig|ßig)$/u;

/** A quick test by letters alone, because every word of a text is checked. */
function mayBeGerman(low: string): boolean {
  return low.includes('und') || low.includes('tausend');
}

function germanNumber(word: string): number | undefined {
  if (word === '') return 0;
  const large = /^(\p{L}*?)(tausend|hundert)(?:und)?(\p{L}*)$/u.exec(word);
  if (large !== null) {
    const [, before = '', name, after = ''] = large;
    const count = before === '' || before === 'ein' ? 1 : germanNumber(before);
    const rest = germanNumber(after);
    if (count === undefined || rest === undefined) return undefined;
    return count * (name === 'hundert' ? 100 : 1000) + rest;
  }
  const [, unit = '', tens = ''] = /^(\p{L}+?)und(\p{L}+(?:zig|ßig))$/u.exec(word) ?? [];
  if (tens === '')
    return word === 'ein' || word === 'eins' ? 1 : word === 'elf' ? 11 : numberWords().get(word);
  const [ones, ten] = [unitOf(unit), numberWords().get(tens)];
  return ones === undefined || ten === undefined ? undefined : ones + ten;
}

const ordinals = fromWords(() => new Map(wordsOf('ordinals').map((word, i) => [word, i])));

/** The number of an ordinal that is one word. */
export function ordinalOf(word: string): number | undefined {
  return ordinals().get(word);
}

const magnitudes = fromWords(() => {
  const factors = new Map<string, number>();
  for (const group of wordsOf('magnitudes', '|')) {
    const [factor, ...words] = group.split(' ');
    for (const word of words) factors.set(word, Number(factor));
  }
  return factors;
});

/** The factor of a magnitude word such as `thousand`. */
export function magnitudeOf(word: string): number | undefined {
  return magnitudes().get(word);
}

export const CJK_MAGNITUDES: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  亿: 1e8,
  億: 1e8,
  억: 1e8,
  兆: 1e12,
  조: 1e12,
};

const units = fromWords(() => {
  const names = new Map<string, string>();
  for (const group of wordsOf('units', '|')) {
    const words = group.split(' ');
    for (const word of words) names.set(word, words[0] as string);
  }
  return names;
});

/** The unit's name for one of its words or signs. */
export function unitNamed(word: string): string | undefined {
  return units().get(word);
}

/** The unit at the start of these letters: in languages without spaces, a unit word is followed directly by other letters. */
export function unitAt(letters: string): string | undefined {
  const low = letters.toLowerCase();
  const whole = units().get(low);
  if (whole !== undefined || !/^\p{Lo}/u.test(letters)) return whole === undefined ? undefined : low;
  for (let length = Math.min(5, low.length - 1); length > 0; length--)
    if (units().has(low.slice(0, length))) return low.slice(0, length);
  return undefined;
}
