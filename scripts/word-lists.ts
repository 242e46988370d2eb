/**
 * Lists of words of a language belong in `@memora/language`, where all readers share one list. Copies elsewhere diverged.
 */

/** This many lower-case words, separated only by spaces, are a list and not a sentence. */
const MOST_WORDS = 18;
const WORD = "[\\p{Ll}\\p{Lo}\\p{M}'’_-]+";
const LIST = new RegExp(`(['"\`])\\s*(?:${WORD}\\s+){${MOST_WORDS - 1},}${WORD}\\s*\\1`, 'gu');

/** Breaches of one source file, as `place  message`. */
export function checkWordLists(path: string, text: string): string[] {
  const isOurs = /^packages\/(?!language\/)[^/]+\/src\//.test(path);
  const isTest = /\.test(?:-d)?\.ts$|\/testing(?:-fixtures)?\//.test(path);
  if (!isOurs || isTest) return [];
  return [...text.matchAll(LIST)].map(
    ({ index }) =>
      `${path}:${text.slice(0, index).split('\n').length}  a list of words stands in packages/language, where every reader finds it`,
  );
}
