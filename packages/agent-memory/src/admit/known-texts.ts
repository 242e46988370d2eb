import { saysTheSame, shareOfWords, wordsOf } from '@memora/claims/internal';
import { patternByText } from '@memora/language/text';

/** Texts that the agent already has in its context. */
export interface KnownTexts {
  readonly says: (statement: string) => boolean;
}

/** Longer lines are cut into sentences. */
const SENTENCE = /(?<=[.!?])\s+|(?<=[。！？])\s*|\r?\n+/u;
const LEADING = /^[\s>#*+\-–•\d.)[\]]+/u;

/** Characters between words. */
const BETWEEN = patternByText('[^\\p{L}\\p{M}\\p{N}]+', 'gu');

/** Reads texts line by line and sentence by sentence. */
export function readKnownTexts(texts: readonly string[]): KnownTexts {
  const lines = texts
    .flatMap((text) => text.split(SENTENCE))
    .map((line) => line.replace(LEADING, '').trim())
    .filter((line) => line !== '')
    .map((line) => ({ line, words: wordsOf(line), plain: toPlain(line) }));
  return {
    says: (statement) => {
      const words = wordsOf(statement);
      const plain = toPlain(statement);
      return lines.some(
        (known) =>
          known.plain === plain ||
          (shareOfWords(words, known.words) > 0.7 && saysTheSame(statement, known.line)),
      );
    },
  };
}

function toPlain(text: string): string {
  const low = text.normalize('NFKC').toLowerCase();
  return low.replace(BETWEEN(low), ' ').trim();
}
