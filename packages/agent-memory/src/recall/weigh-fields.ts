import { foldWord, splitWords } from '@memora/language/text';

/** The weight of a word of the question by the field that contains it. */
const WEIGHTS = { tags: 2, category: 1.5, text: 1 } as const;

/** A word of the question: its share of the question, and how well the memory matches it. */
interface AskedWord {
  readonly word: string;
  readonly share: number;
  readonly held: number;
}

/** The fields that a memory is filed under. */
interface Filed {
  readonly tags: readonly string[];
  readonly entity: string | null;
  readonly kind: string;
}

/**
 * A factor from 1 to 2 for a memory: the mean weight of the question's words that it contains, each by its highest-weighted field. The words of a question are
 * split once for all memories that it finds.
 */
export function createFieldWeight(): (words: readonly AskedWord[], filed: Filed) => number {
  return (words, filed) => {
    const { inTags, inCategory } = plainOf(filed);
    let all = 0;
    let weighed = 0;
    for (const { word, share, held } of words) {
      const asked = plain(word);
      const isTag = holds(inTags, asked);
      const isCategory = holds(inCategory, asked);
      if (!isTag && !isCategory && held === 0) continue;
      all += share;
      weighed += share * (isTag ? WEIGHTS.tags : isCategory ? WEIGHTS.category : WEIGHTS.text);
    }
    return all === 0 ? 1 : weighed / all;
  };
}

interface PlainFiled {
  readonly inTags: readonly string[];
  readonly inCategory: readonly string[];
}

const plainByFiled = new WeakMap<Filed, PlainFiled>();

/** The split fields of a memory, cached as long as the memory. */
function plainOf(filed: Filed): PlainFiled {
  let known = plainByFiled.get(filed);
  if (known !== undefined) return known;
  const { tags, entity, kind } = filed;
  known = {
    inTags: tags.flatMap(plain),
    inCategory: (entity === null ? [kind] : [entity, kind]).flatMap(plain),
  };
  plainByFiled.set(filed, known);
  return known;
}

/** The tags of memories and the words of questions recur. */
const MOST_WORDS = 4_096;
const plainByWord = new Map<string, readonly string[]>();

function plain(word: string): readonly string[] {
  let known = plainByWord.get(word);
  if (known !== undefined) return known;
  known = splitWords(word).map(({ text }) => toPlain(text));
  if (plainByWord.size >= MOST_WORDS) plainByWord.clear();
  plainByWord.set(word, known);
  return known;
}

/** Long words match by their beginning, as `log` and `logging` do. */
function holds(words: readonly string[], asked: readonly string[]): boolean {
  for (const word of asked)
    for (const one of words) if (one === word || (word.length > 3 && one.startsWith(word))) return true;
  return false;
}

function toPlain(word: string): string {
  return foldWord(word.toLowerCase());
}
