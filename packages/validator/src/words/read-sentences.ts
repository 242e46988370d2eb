import { withoutDenial } from './negative-prefix.ts';
import { readWords, verbStem, type WordToken } from './read-words.ts';

/** A sentence with its words. */
export interface SentenceReading {
  readonly text: string;
  readonly words: readonly WordToken[];
  readonly stems: WordStems;
}

/** The stems of some words. */
export interface WordStems {
  readonly own: ReadonlySet<string>;
  /** Of words that start with a prefix that denies, without it. */
  readonly bare: ReadonlySet<string>;
}

const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？])|\n+/u;

/** The sentences of a text, each once. */
export function readSentences(text: string): SentenceReading[] {
  return Array.from(new Set(text.split(SENTENCE_END)), (sentence) => {
    const words = readWords(sentence);
    return { text: sentence, words, stems: stemsOf(words) };
  });
}

export function stemsOf(words: readonly WordToken[]): WordStems {
  const own = new Set<string>();
  const bare = new Set<string>();
  for (const { key } of words) {
    own.add(verbStem(key));
    const rest = withoutDenial(key);
    if (rest !== null) bare.add(rest);
  }
  return { own, bare };
}
