export { isNegator, isQuantifier } from './tokens/lexicon.ts';
export { type NumberToken, readNumbers } from './tokens/read-numbers.ts';
