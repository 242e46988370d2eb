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
 * those that hold the word. The words of a question are split once for all memories that it finds.
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

/** What a memory is filed under is split once for as long as the memory is kept. */
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

/** The tags of memories and the words of questions come again and again. */
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

/** Long words meet by their beginning, as `log` and `logging` do. */
function holds(words: readonly string[], asked: readonly string[]): boolean {
  for (const word of asked)
    for (const one of words) if (one === word || (word.length > 3 && one.startsWith(word))) return true;
  return false;
}

function toPlain(word: string): string {
  return foldWord(word.toLowerCase());
}
