import { fromWords, tableOf } from '@memora/language/scripts';
import { wordKey } from './read-words.ts';

/** Words that hold a sentence together and say nothing of what it is about, with their languages: pronouns, articles, prepositions, forms of to be. */
const languagesByWord = fromWords(() => {
  const found = new Map<string, string[]>();
  for (const [language, words] of Object.entries(tableOf('binding'))) {
    for (const word of words.split(' ')) {
      for (const form of new Set([word, wordKey(word)])) {
        const languages = found.get(form) ?? [];
        if (!languages.includes(language)) languages.push(language);
        found.set(form, languages);
      }
    }
  }
  return found;
});

/** The languages that use a word (lower case, or its key) to hold sentences together; none for a word with a meaning of its own. */
export function languagesOf(word: string): readonly string[] {
  return languagesByWord().get(word) ?? NONE;
}

const NONE: readonly string[] = [];
