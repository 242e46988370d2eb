import { foldWord, splitWords } from '@memora/language/text';

/** How much a word of the question counts by where a memory holds it. */
const WEIGHTS = { tags: 2, category: 1.5, text: 1 } as const;

/** A word that is asked for: its part of the question, and how far the memory holds it. */
interface AskedWord {
  readonly word: string;
  readonly share: number;
  readonly held: number;
}

/** What a memory is filed under. */
interface Filed {
  readonly tags: readonly string[];
  readonly entity: string | null;
  readonly kind: string;
}

/**
 * By how much a memory counts more, from 1 to 2: the mean weight of the words of the question that it holds, by the field that counts most of
 * those that hold the word.
 */
export function weighFields(words: readonly AskedWord[], { tags, entity, kind }: Filed): number {
  const inTags = wordsOf(tags);
  const inCategory = wordsOf(entity === null ? [kind] : [entity, kind]);
  let all = 0;
  let weighed = 0;
  for (const { word, share, held } of words) {
    const isTag = holds(inTags, word);
    const isCategory = holds(inCategory, word);
    if (!isTag && !isCategory && held === 0) continue;
    all += share;
    weighed += share * (isTag ? WEIGHTS.tags : isCategory ? WEIGHTS.category : WEIGHTS.text);
  }
  return all === 0 ? 1 : weighed / all;
}

function wordsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => splitWords(text).map(({ text: word }) => toPlain(word)));
}

/** Long words meet by their beginning, as `log` and `logging` do. */
function holds(words: readonly string[], asked: string): boolean {
  return splitWords(asked)
    .map(({ text }) => toPlain(text))
    .some((word) => words.some((one) => one === word || (word.length > 3 && one.startsWith(word))));
}

function toPlain(word: string): string {
  return foldWord(word.toLowerCase());
}
