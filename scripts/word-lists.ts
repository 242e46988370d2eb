/**
 * Lists of words of a language stand in `@memora/language`, where one list serves every reader: the copies that stood elsewhere drifted apart.
 */

/** So many words in small letters, with nothing but spaces between them, are a list and no sentence of ours. */
const MOST_WORDS = 18;
const WORD = "[\\p{Ll}\\p{Lo}\\p{M}'’_-]+";
const LIST = new RegExp(`(['"\`])\\s*(?:${WORD}\\s+){${MOST_WORDS - 1},}${WORD}\\s*\\1`, 'gu');

/**
 * Files that hold lists all the same. Those of the validator move when its tables are loaded by language: a page that checks citations loads
 * them all today, and each file between them costs it bytes.
 */
export const LISTS_ELSEWHERE: ReadonlySet<string> = new Set([
  // Words of our own log lines, in no language.
  'packages/engine/src/privacy/erased-words.ts',
  'packages/validator/src/drift/compare-places.ts',
  'packages/validator/src/statements/split-statements.ts',
  'packages/validator/src/words/known-names.ts',
  'packages/validator/src/tokens/read-names.ts',
]);

/** Breaches of one source file, as `place  message`. */
export function checkWordLists(path: string, text: string): string[] {
  const isOurs = /^packages\/(?!language\/)[^/]+\/src\//.test(path);
  const isTest = /\.test(?:-d)?\.ts$|\/testing(?:-fixtures)?\//.test(path);
  if (!isOurs || isTest || LISTS_ELSEWHERE.has(path)) return [];
  return [...text.matchAll(LIST)].map(
    ({ index }) =>
      `${path}:${text.slice(0, index).split('\n').length}  a list of words stands in packages/language, where every reader finds it`,
  );
}
