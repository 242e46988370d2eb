import { wordPieces } from '@memora/language/text';
import type { Target } from './create-citer.ts';

/** Maximum number of sentences of a passage that a marker without a quotation stands for. */
const MOST = 3;
/** Minimum share of the statement's shared words that a further sentence must add: unnecessary marked lines mislead the reader. */
const LEAST_GAIN = 0.3;
/** The weight of a word grows with its length up to this many UTF-16 units, because short words are common. */
const FULL_WORD = 8;

/**
 * Chooses the sentences of a passage that a statement comes from, by its words: one by one, each time the one with most of the words that are still missing.
 * Returns the first sentence of the passage if no word is shared, as for a statement in another language.
 */
export function chooseUnits(targets: readonly Target[], statement: string): readonly Target[] {
  const wanted = new Set(wordPieces(statement));
  const words = targets.map(({ text }) => new Set(wordPieces(text)));
  const weight = (word: string) =>
    Math.min(word.length, FULL_WORD) / (1 + words.filter((each) => each.has(word)).length);
  const shared = [...wanted].filter((word) => words.some((each) => each.has(word)));
  const all = shared.reduce((sum, word) => sum + weight(word), 0);
  const left = new Set(shared);
  const chosen = new Set<number>();
  while (chosen.size < MOST && left.size > 0) {
    const gainOf = (each: ReadonlySet<string> | undefined) =>
      [...left].reduce((sum, word) => sum + (each?.has(word) === true ? weight(word) : 0), 0);
    const gains = words.map((each, i) => (chosen.has(i) ? 0 : gainOf(each)));
    const most = Math.max(...gains);
    if (most <= 0 || (chosen.size > 0 && most < all * LEAST_GAIN)) break;
    // If a word occurs in two sentences, the sentence before each says which one is meant.
    const best = [...gains.keys()].filter((i) => gains[i] === most);
    const before = best.map((i) => gainOf(words[i - 1]));
    const at = best[before.indexOf(Math.max(...before))] as number;
    chosen.add(at);
    for (const word of words[at] ?? []) left.delete(word);
  }
  if (chosen.size === 0) return targets.slice(0, 1);
  return [...chosen].sort((a, b) => a - b).flatMap((i) => targets[i] ?? []);
}
