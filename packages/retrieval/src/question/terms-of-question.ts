import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { analyseQuestion, readingLanguages } from './analyse-question.ts';

/** Returns the terms whose counts are needed first to read a question, limited to the languages of an index. */
export async function termsOfQuestion(
  text: string,
  languages: readonly string[],
): Promise<readonly string[]> {
  await loadStemmers(readingLanguages(text, languages));
  const terms = new Set<string>();
  analyseQuestion(text, {
    languages,
    documentsWith: (term) => {
      terms.add(term);
      return 0;
    },
    termsWithPrefix: () => [],
  });
  return [...terms];
}
