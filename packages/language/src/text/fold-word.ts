const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ħ: 'h',
  ŋ: 'n',
  ſ: 's',
  ς: 'σ',
  // Arabic and Persian letters that are written interchangeably.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const SPECIAL = /[ßøłđıæœþðħŋſςأإآىةکی]/gu;
/** Marks of scripts where a mark is an accent on a letter, and not (as in Thai or Hindi) a vowel of its own. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;
const ASCII = /^[\x00-\x7f]*$/u;

/** A lower-case word without its diacritics, so that `Muller`, `Müller` and a decomposed `Müller` meet. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word;
  const folded = word
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC');
  return folded === '' ? word : folded;
}
