export { toArabicNumerals } from './numbers/cjk-numerals.ts';
export {
  figureWords,
  isNumberWord,
  isUnitWord,
  numberOf,
  unitNamed,
  unitWords,
} from './numbers/number-words.ts';
export { boundOf, excludesItself, mayBeBounded } from './numbers/read-bounds.ts';
export { isOtherVersion, type NumberToken, readNumbers, versionOf } from './numbers/read-numbers.ts';
export { isTime, namesTimes, type RateToken, rateWords, readRates } from './numbers/read-rates.ts';
export { readRomans, romanValue } from './numbers/roman-numerals.ts';
export { unitsInWords, wordBehind } from './numbers/unit-in-words.ts';
