import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { analyseQuestion, readingLanguages } from './analyse-question.ts';

/** The terms whose counts the reading of a question asks for first, as far as an index holds these languages. */
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
