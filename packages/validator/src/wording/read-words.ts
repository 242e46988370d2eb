import { normaliseText } from '../align/normalise-text.ts';

/**
 * The words, figures and signs of a text in a form that unifies spellings: NFC, no case, no Markdown, one
 * kind of quote and dash. Punctuation is not a word. Each character of a script without spaces is one.
 */
export function readWords(text: string): string[] {
  return wordsOf(normaliseText(text).text);
}

/** The same for a text in normal form. */
export function wordsOf(normal: string): string[] {
  const words: string[] = [];
  const isUnspaced = UNSPACED.test(normal);
  for (const found of normal.replace(BETWEEN_LETTERS, '').match(WORD) ?? []) {
    const word = found.toLowerCase();
    if (isUnspaced && UNSPACED.test(word)) words.push(...word);
    else words.push(word);
  }
  return words;
}

/** An apostrophe or a soft hyphen inside a word, and invisible characters. */
const BETWEEN_LETTERS = /['’·](?<=\p{L}['’·])(?=\p{L})|\p{DI}/gu;
/** A word, figure or sign of a text in normal form. */
export const WORD =
  /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}])*|#(?=\p{N})|(?<![\p{L}\p{N}~)\]-])[-~](?=\p{N})|[%‰°@&+<>=±×÷¬∀-∍∼-⊿\p{Sc}]/gu;
/** Characters of scripts without spaces, each of which is a word. */
export const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
