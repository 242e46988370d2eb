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
  // Arabic and Persian letters that are used interchangeably.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const SPECIAL = /[ßøłđıæœþðħŋſςأإآىةکی]/gu;
/** Marks of scripts in which a mark is an accent and not, as in Thai or Hindi, a vowel. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/gu;
const ASCII = /^[\x00-\x7f]*$/u;

/** A lower-case word without its diacritics, so `Muller`, `Müller` and a decomposed `Müller` match. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word;
  const folded = word
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC');
  return folded === '' ? word : folded;
}
