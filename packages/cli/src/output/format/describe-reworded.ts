import type { Reworded } from '@memora/engine/json';
import { toOneLine } from './format-claim.ts';

/**
 * One line for each word of a sentence that replaces another one of its note, so that the reader does not
 * have to compare. `shown` is the note's text as displayed: a word that is redacted there is not shown here
 * either.
 */
export function describeReworded(words: readonly Reworded[], shown: string): string[] {
  return words
    .filter(({ source }) => shown.includes(source))
    .map(({ said, source }) => `here “${toOneLine(said)}”, in the note “${toOneLine(source)}”`);
}
