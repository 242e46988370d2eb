import type { Language } from '@memora/language/stems';
import { foldWord, patternByText } from '@memora/language/text';

/** Languages that write names with a capital, other nouns without, and never inflect a name but for a possessive. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(['en', 'fr', 'es', 'it', 'pt', 'nl']);
/** A question Written Like This says nothing by its capitals. */
const TITLE_SHARE = 0.6;
const FEW = 3;
const WORD = patternByText('[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*', 'gu');
const CAPITAL = patternByText('^\\p{Lu}[\\p{L}\\p{M}\\p{N}]', 'u');
const START = patternByText('(?:^|[.!?:]\\s)[\\s\\p{P}]*$', 'u');

/**
 * The words of a question that name somebody or something, folded: capitals that no start of a sentence explains. A name has no
 * other forms, so what is only spelt or stemmed like it is another name. None where the language or the writing does not tell.
 */
export function findNames(question: string, language: Language): ReadonlySet<string> {
  if (!PLAIN_NAMES.has(language)) return NONE;
  const words = [...question.matchAll(WORD(question))];
  const isCapital = (word: string) => CAPITAL(word).test(word);
  const capitals = words.filter(([word]) => isCapital(word));
  if (words.length > FEW && capitals.length > words.length * TITLE_SHARE) return NONE;
  const names = capitals.filter(({ index }) => {
    const before = question.slice(0, index);
    return !START(before).test(before);
  });
  return new Set(names.map(([word]) => foldWord(word.toLowerCase())));
}

const NONE: ReadonlySet<string> = new Set();
