import type { WordDifference } from '../contract/verification-report.ts';

/** Two lists of words side by side. */
interface WordAlignment {
  /** Number of words that are in both, in order. */
  readonly matched: number;
  /** The places in which they differ, in order. */
  readonly differences: readonly WordDifference[];
}

/** Longer lists are compared by their first words, because the table grows quadratically. */
const MOST_WORDS = 400;

/**
 * Aligns the words of a statement with those of a note. With `whole`, all of the note's words count. Without
 * it, words before the first and after the last common word are ignored.
 */
export function alignWords(said: readonly string[], note: readonly string[], whole: boolean): WordAlignment {
  const here = said.slice(0, MOST_WORDS);
  const there = note.slice(0, MOST_WORDS);
  const width = there.length + 1;
  const common = new Uint16Array((here.length + 1) * width);
  for (let i = here.length - 1; i >= 0; i--)
    for (let j = there.length - 1; j >= 0; j--)
      common[i * width + j] =
        here[i] === there[j]
          ? (common[(i + 1) * width + j + 1] as number) + 1
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number);
  const differences: WordDifference[] = [];
  let [i, j] = [0, 0];
  let [fromHere, fromThere] = [0, 0];
  let matched = 0;
  const close = (isEdge: boolean): void => {
    const added = here.slice(fromHere, i);
    const missing = whole || !isEdge ? there.slice(fromThere, j) : [];
    if (added.length + missing.length > 0)
      differences.push({ here: added.join(' '), there: missing.join(' ') });
  };
  while (i < here.length && j < there.length) {
    if (here[i] === there[j]) {
      close(matched === 0);
      matched++;
      [fromHere, fromThere] = [++i, ++j];
    } else if ((common[(i + 1) * width + j] as number) >= (common[i * width + j + 1] as number)) i++;
    else j++;
  }
  [i, j] = [here.length, there.length];
  close(true);
  return { matched, differences };
}
