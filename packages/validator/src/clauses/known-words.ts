import { areDifferentLanguages, languageOf } from '../relevance/language-of.ts';
import { hasTerm, indexTerms, readTerms, type TermIndex } from '../relevance/read-terms.ts';
import { isLabelWord } from './clause-words.ts';

/** How many content words a stretch of a statement has, and how many of them the evidence has. */
export interface Coverage {
  readonly words: number;
  readonly known: number;
}

/** The words of the evidence of one statement, read when they are first asked for. */
export interface KnownWords {
  readonly cover: (text: string) => Coverage;
  /** The share of the evidence's own content words that a text uses up, 0–1. */
  readonly useUp: (text: string) => number;
  /** True where a text is surely written in another language than all of the evidence. */
  readonly isForeign: (text: string) => boolean;
}

/** Takes the cited spans, and what stands around them. */
export function createKnownWords(spans: readonly string[], beside: () => string): KnownWords {
  let read: readonly string[] | undefined;
  const evidence = () => {
    read ??= [...spans, beside()];
    return read;
  };
  let index: TermIndex | null = null;
  return {
    cover: (text) => {
      let words = 0;
      let known = 0;
      for (const term of readTerms(text)) {
        if (isLabelWord(text.slice(term.start, term.end))) continue;
        index ??= indexTerms(evidence());
        words++;
        if (hasTerm(index.known, index.roots, term)) known++;
      }
      return { words, known };
    },
    useUp: (text) => {
      const used = indexTerms([text]);
      let words = 0;
      let found = 0;
      for (const span of spans) {
        for (const term of readTerms(span)) {
          words++;
          if (hasTerm(used.known, used.roots, term)) found++;
        }
      }
      return words === 0 ? 1 : found / words;
    },
    isForeign: (text) => {
      const own = languageOf(text);
      const texts = evidence().filter((each) => /\p{L}/u.test(each));
      return texts.length > 0 && texts.every((each) => areDifferentLanguages(own, languageOf(each)));
    },
  };
}
