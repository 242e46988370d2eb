import { editDistance } from '@memora/language/text';

/** A word without case, accents and invisible characters, with Latin letters in place of look-alikes. */
export function plainWord(raw: string): string {
  if (ASCII.test(raw)) return raw.replace(/[_-]/g, '').toLowerCase();
  const plain = raw
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}_-]/gu, '')
    .toLowerCase();
  return /[^\0-\x7f]/u.test(plain) ? plain.replace(/\p{L}/gu, (letter) => LATIN[letter] ?? letter) : plain;
}

/** True for a word without accents and invisible characters, like nearly every word. */
const ASCII = /^[\0-\x7f]*$/;

/** Letters of other scripts that look like those of the keywords, for people who type in two scripts. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'аa',
    'αa',
    'сc',
    'ϲc',
    'еe',
    'εe',
    'іi',
    'ιi',
    'ıi',
    'рp',
    'ρp',
    'ѕs',
    'тt',
    'τt',
    'уy',
    'γy',
    'υv',
    'νv',
    'гr',
  ].map(([other = '', latin = '']) => [other, latin]),
);

/** Maximum number of typing errors in a word. */
const MOST = 2;

/** True for a band and for its misspellings, such as `sekret`. */
export function resemblesBand(word: string): boolean {
  const plain = plainWord(word).trim();
  return BANDS.some(
    (band) => plain === band || (plain.length >= 5 && editDistance(plain, band, MOST) <= MOST),
  );
}

const BANDS = ['secret', 'private', 'public'] as const;

/** True for `privacy` and for its misspellings. */
export function resemblesPrivacy(word: string): boolean {
  const plain = plainWord(word).trim();
  return plain.length >= 5 && plain.length <= 10 && editDistance(plain, 'privacy', MOST) <= MOST;
}
