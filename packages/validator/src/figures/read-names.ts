import type { TextRange } from '@memora/language/sentences';

/** A word in capitals or with one at its start, and more of them behind it, where something else of the sentence stands before. */
const NAME =
  /(?<=[\p{Ll}\p{M}\p{N},;)]\s)(?:\p{Lu}[\p{L}\p{M}\p{N}’'-]+)(?:\s\p{Lu}[\p{L}\p{M}\p{N}’'-]+)*/gu;
const INSIDE = /(?<=[\p{Ll}\p{M}\p{N},;)]\s)\p{L}/gu;
/** Where more of the words inside sentences begin with a capital, capitals mean no name: German writes all its nouns so. */
const MOST_CAPITALS = 0.2;
const LEAST_WORDS = 12;

/** The names of a text, as its form shows them. */
export function readNames(text: string): (TextRange & { readonly name: string })[] {
  return [...text.matchAll(NAME)].map(({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
}

/** True where the texts write so few words inside sentences with a capital that one shows a name. */
export function showNames(texts: readonly string[]): boolean {
  let [words, capitals] = [0, 0];
  for (const text of texts)
    for (const [letter] of text.matchAll(INSIDE)) {
      words++;
      if (/\p{Lu}/u.test(letter)) capitals++;
    }
  return words >= LEAST_WORDS && capitals <= MOST_CAPITALS * words;
}
