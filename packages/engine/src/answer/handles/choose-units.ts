import type { Target } from './create-citer.ts';

/** A marker without a quotation stands for this many sentences of its passage at most. */
const MOST = 3;
/** A further one has to hold this share of what the statement shares with the passage: a line that is marked for nothing misleads who checks it. */
const LEAST_GAIN = 0.3;
/** In UTF-16 units: a word counts by its length up to here, for short ones stand everywhere. */
const FULL_WORD = 8;

/**
 * The sentences of a passage that a statement is told from, as its words show it: one after the other, the one that holds most of what the
 * others lack. The first of the passage where it shares no word with it, as a statement in another language does.
 */
export function chooseUnits(targets: readonly Target[], statement: string): readonly Target[] {
  const wanted = new Set(wordsOf(statement));
  const words = targets.map(({ text }) => new Set(wordsOf(text)));
  const weight = (word: string) =>
    Math.min(word.length, FULL_WORD) / (1 + words.filter((each) => each.has(word)).length);
  const shared = [...wanted].filter((word) => words.some((each) => each.has(word)));
  const all = shared.reduce((sum, word) => sum + weight(word), 0);
  const left = new Set(shared);
  const chosen = new Set<number>();
  while (chosen.size < MOST && left.size > 0) {
    const gains = words.map((each, i) =>
      chosen.has(i) ? 0 : [...left].reduce((sum, word) => sum + (each.has(word) ? weight(word) : 0), 0),
    );
    const most = Math.max(...gains);
    if (most <= 0 || (chosen.size > 0 && most < all * LEAST_GAIN)) break;
    const at = gains.indexOf(most);
    chosen.add(at);
    for (const word of words[at] ?? []) left.delete(word);
  }
  if (chosen.size === 0) return targets.slice(0, 1);
  return [...chosen].sort((a, b) => a - b).flatMap((i) => targets[i] ?? []);
}

/** Words in lower case; of scripts without spaces, pairs of letters. */
function wordsOf(text: string): string[] {
  const runs =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) =>
    DENSE.test(run) && run.length > 2
      ? Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2))
      : [run],
  );
}

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
