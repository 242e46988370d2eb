/** A word inside a sentence. */
const INSIDE = /(?<=[\p{Ll}\p{M}\p{N},;)]\s)[\p{L}\p{M}\p{N}’'-]+/gu;
/** If a larger share of the words inside sentences is capitalised, capitals do not indicate names. German capitalises all nouns. */
const MOST_CAPITALS = 0.2;
const LEAST_WORDS = 12;

/** The words of a text that are names or parts of names, by their form. */
export function readNames(text: string): string[] {
  return wordsInside(text).filter(isCapital);
}

/** True if so few words inside sentences are capitalised that a capital indicates a name. */
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
