import { normaliseText } from '../align/normalise-text.ts';
import { withoutFirstBox } from '../passages/read-boxes.ts';
import { wordsOf } from './read-words.ts';

/** A sign such as `⇏` or `✗`, and the number of words before it. */
export interface PlacedSign {
  readonly sign: string;
  readonly at: number;
  /** True for a sign of mathematics, which says something between two words; false for one that may be an ornament. */
  readonly isOperator: boolean;
}

/**
 * Boxes are compared as boxes, the signs of a keyboard as words or markup, and a minus before a figure is a dash in another writing. `!` and `~` count where
 * they deny what is behind them: `x != y`, `!isOpen`, `~(a)`; and so does the stroke of `=/=`. `2 * 3` and `2 / 3` are
 * two things.
 */
const SIGN =
  /(?![☐☑☒!-~！-～]|−\p{N})(?:\p{So}|(?<operator>\p{Sm}))|(?<denial>!(?==)|(?<![^\s(])!(?=[\p{L}(])|(?<![^\s(])~(?=\()|(?<==)\/(?==)|(?<=[\p{L}\p{N})]\s)\*(?=\s[\p{L}\p{N}(])|(?<=[\p{L}\p{N})]\s?)\/(?=\s?[\p{L}\p{N}(]))/gu;

/** The signs of a text, each with its place among the words. */
export function readSigns(text: string): PlacedSign[] {
  if (text.search(SIGN) === -1) return [];
  const normal = normaliseText(withoutFirstBox(text)).text;
  let [from, words] = [0, 0];
  return [...normal.matchAll(SIGN)].map(({ 0: sign, index, groups }) => {
    words += wordsOf(normal.slice(from, index)).length;
    from = index;
    return {
      sign,
      at: words,
      isOperator: groups?.['operator'] !== undefined || groups?.['denial'] !== undefined,
    };
  });
}

/** The signs of a text as it is written, also those that its normal form has in another writing. */
export function signsIn(text: string): string[] {
  return Array.from(text.matchAll(SIGN), ([sign]) => sign);
}
