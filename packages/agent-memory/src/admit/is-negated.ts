import { fromWords, wordsOf } from '@memora/language/scripts';
import { NEGATIONS, OTHER_NEGATIONS, saysWhere } from '@memora/language/words';

/** What stands before a month. */
const BEFORE_MONTH = new Set('im en fin début anfang mitte ende seit depuis bis ab'.split(' '));

/** True where a statement denies something: "mai" behind a number is a month, and in Portuguese a place stands behind "no". */
export function isNegated(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => isNegation(token) && !isOther(token, tokens[i - 1] ?? ''));
}

/** True for a word that denies, whatever stands beside it. */
export function isNegation(token: string): boolean {
  return NEGATIONS.has(token) || OTHER_NEGATIONS.has(token) || negators().has(token);
}

/** The negators of every language that the guard knows. */
const negators = fromWords(() => new Set(wordsOf('negator')));

function isOther(token: string, before: string): boolean {
  if (token === 'mai') return /^\p{N}/u.test(before) || BEFORE_MONTH.has(before);
  return token === 'no' && saysWhere(before);
}
