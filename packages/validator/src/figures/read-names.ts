/** A word inside a sentence. */
const INSIDE = /(?<=[\p{Ll}\p{M}\p{N},;)]\s)[\p{L}\p{M}\p{N}’'-]+/gu;
/** Where more of the words inside sentences begin with a capital, capitals mean no name: German writes all its nouns so. */
const MOST_CAPITALS = 0.2;
const LEAST_WORDS = 12;

/** The words of a text that its form shows to be names or parts of one. */
export function readNames(text: string): string[] {
  return wordsInside(text).filter(isCapital);
}

/** True if the texts write so few words inside sentences with a capital that one shows a name. */
export function showNames(texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsInside);
  return words.length >= LEAST_WORDS && words.filter(isCapital).length <= MOST_CAPITALS * words.length;
}

function wordsInside(text: string): string[] {
  return text.match(INSIDE) ?? [];
}

function isCapital([letter = '', second = '']: string): boolean {
  return letter !== letter.toLowerCase() && second !== '';
}
