import { unitNamed } from './number-words.ts';

/*
 * The words of other languages for units of measure, out of the locale data of the runtime: a table of them would be larger than all others together.
 * A script's languages are asked at the first word of that script, which takes some milliseconds.
 */

const UNITS =
  'kilometer meter centimeter millimeter mile foot inch yard kilogram gram liter milliliter celsius fahrenheit millisecond second minute hour day week month year percent'.split(
    ' ',
  );
/** Amounts whose words differ: an amount of each plural category that a language has (11 is of its own in Arabic and Lithuanian), and a part. */
const AMOUNTS = [1, 2, 5, 11, 100, 1.5];

export interface ScriptUnits {
  readonly letter: RegExp;
  readonly languages: string;
  /** No space parts what stands behind a word. */
  readonly isUnspaced?: boolean;
  /** The units by their words. */
  named?: ReadonlyMap<string, readonly string[]>;
}

/** The languages whose words for units are known to the runtime, by script. */
export const UNIT_SCRIPTS: readonly ScriptUnits[] = [
  {
    letter: /\p{Script=Latin}/u,
    languages: 'en de fr es it pt nl sv da no fi pl cs hu ro tr id vi sl hr sk lt lv et ca is sw ms fil',
  },
  { letter: /\p{Script=Cyrillic}/u, languages: 'ru uk bg sr mk kk' },
  { letter: /\p{Script=Arabic}/u, languages: 'ar fa ur' },
  { letter: /\p{Script=Devanagari}/u, languages: 'hi mr ne' },
  { letter: /\p{Script=Hangul}/u, languages: 'ko', isUnspaced: true },
  {
    letter: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    languages: 'ja zh zh-Hant',
    isUnspaced: true,
  },
  { letter: /\p{Script=Thai}/u, languages: 'th', isUnspaced: true },
  ...'Greek el,Hebrew he,Armenian hy,Tamil ta,Bengali bn,Telugu te,Georgian ka,Gujarati gu,Kannada kn,Malayalam ml'
    .split(',')
    .map((line) => {
      const [script = '', languages = ''] = line.split(' ');
      return { letter: new RegExp(`\\p{Script=${script}}`, 'u'), languages };
    }),
];

const BEHIND = /^[\s-]?([\p{L}\p{M}][\p{L}\p{M}’'\u200c]*)/u;

/** The word that stands right behind a number, in lower case; '' where there is none. */
export function wordBehind(text: string, end: number): string {
  return BEHIND.exec(text.slice(end, end + 32))?.[1]?.toLowerCase() ?? '';
}

/** The names, as {@link unitNamed} gives them, of the units that a word stands for in any language: several for `degrees`, none for most words. */
export function unitsInWords(word: string): readonly string[] {
  const known = unitNamed(word);
  if (known !== undefined) return [known];
  const script = UNIT_SCRIPTS.find(({ letter }) => letter.test(word));
  if (script === undefined) return [];
  script.named ??= readUnits(script.languages.split(' '));
  const { named, isUnspaced = false } = script;
  if (!isUnspaced) return named.get(word) ?? [];
  for (let length = word.length; length > 0; length--) {
    const units = named.get(word.slice(0, length));
    if (units !== undefined) return units;
  }
  return [];
}

function readUnits(languages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const language of languages)
    for (const unit of UNITS) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
      for (const amount of AMOUNTS) {
        const parts = format.formatToParts(amount);
        const behind = parts.findLast(({ type }) => type === 'unit');
        // A word in front of the number is nothing that stands behind one.
        if (behind === undefined || parts.indexOf(behind) === 0) continue;
        const word = wordBehind(behind.value.trimStart(), 0);
        const name = unitNamed(unit) as string;
        const names = named.get(word);
        if (names === undefined) named.set(word, [name]);
        else if (!names.includes(name)) names.push(name);
      }
    }
  named.delete('');
  return named;
}
