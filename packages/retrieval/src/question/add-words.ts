import type { Question } from './question.ts';

/** Returns a question with the additional words of its rewritten form. Phrases are those of the question. */
export function addWords(question: Question, words: Question): Question {
  const own = new Set(
    question.terms.flatMap(({ word, variants }) => [word, ...variants.map(({ term }) => term)]),
  );
  const added = words.terms.filter(
    ({ word, stop, variants }) =>
      !stop && !own.has(word) && !variants.some(({ term, typo }) => !typo && own.has(term)),
  );
  if (added.length === 0) return question;
  return {
    ...question,
    terms: [
      ...question.terms,
      // Misspellings of an added word are not searched, because nobody typed it.
      ...added.flatMap(({ pieces: _, ...term }) => {
        const variants = term.variants.filter(({ typo }) => !typo);
        return variants.length === 0 ? [] : [{ ...term, variants, added: true as const }];
      }),
    ],
  };
}
