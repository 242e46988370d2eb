import type { PreparedSource } from '@memora/validator/align';
import { prepareSource } from '@memora/validator/align';

/**
 * Returns the place of a quote in a text, in UTF-16 units: verbatim except for white space, quotation marks, dashes and Markdown. Returns null if it does not
 * occur, or if it begins or ends inside a word.
 */
export function findQuote(
  source: PreparedSource,
  quote: string,
): { readonly start: number; readonly end: number } | null {
  const wanted = prepareSource(quote).normalised().text.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const { text, toOriginal } = source.normalised();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!isInside(text, at) && !isInside(text, end)) return toOriginal(at, end);
  }
  return null;
}

/** True between two letters or digits of a script that puts spaces between words. */
function isInside(text: string, at: number): boolean {
  return WORD.test(text.slice(0, at).slice(-2)) && WORD_START.test(text.slice(at, at + 2));
}

const LETTER =
  '[[\\p{L}\\p{M}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]]';
const WORD = new RegExp(`${LETTER}$`, 'v');
const WORD_START = new RegExp(`^${LETTER}`, 'v');
