export { toArabicNumerals } from './numbers/cjk-numerals.ts';
export { numberOf, unitNamed } from './numbers/number-words.ts';
export { boundOf } from './numbers/read-bounds.ts';
export { type NumberToken, readNumbers, versionOf } from './numbers/read-numbers.ts';
export { wordBehind } from './numbers/unit-in-words.ts';
