import { fromWords, wordsOf } from '@memora/language/scripts';

/** The factor of a word, or its value as a fraction. */
interface Multiplier {
  readonly value: number;
  /** True for `third`: a fraction only after a number word or an article. */
  readonly isOrdinalToo: boolean;
}

const multipliers = fromWords((): ReadonlyMap<string, Multiplier> => {
  const valueByWord = new Map<string, Multiplier>();
  for (const group of wordsOf('fractions', '|')) {
    const [factor = '', ...words] = group.split(' ');
    const [above, below = 1] = factor.split('/').map(Number);
    const ordinals = words.indexOf('-');
    words.forEach((word, i) => {
      const isOrdinalToo = ordinals !== -1 && i > ordinals;
      valueByWord.set(word, { value: (above as number) / below, isOrdinalToo });
    });
  }
  return valueByWord;
});

/** False for most texts: they contain no word for a multiplier or a fraction. */
export function hasMultiplier(text: string): boolean {
  const known = multipliers();
  return (
    text
      .toLowerCase()
      .match(WORD)
      ?.some((word) => known.has(word)) === true
  );
}

const WORD = /[\p{L}\p{M}]+/gu;

/** The multiplier of a word in lower case; `undefined` for most words. */
export function multiplierOf(word: string): Multiplier | undefined {
  return multipliers().get(word);
}
