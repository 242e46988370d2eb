import { foldWord } from '@memora/language/text';

/** The words of a text in small letters, folded. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.map(foldWord) ?? []
  );
}
