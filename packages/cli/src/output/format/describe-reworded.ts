import type { Reworded } from '@memora/engine/json';
import { toOneLine } from './format-claim.ts';

/**
 * One line for each word that a sentence has in the place of another one of its note, so that nobody has to find it by comparing. `shown` is
 * the note's text as it is shown: a word that is redacted there is told nowhere else.
 */
export function describeReworded(words: readonly Reworded[], shown: string): string[] {
  return words
    .filter(({ source }) => shown.includes(source))
    .map(({ said, source }) => `here “${toOneLine(said)}”, in the note “${toOneLine(source)}”`);
}
