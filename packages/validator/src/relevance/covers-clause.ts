import { areDifferentLanguages, languageOf } from './language-of.ts';
import { hasTerm, indexTerms, readTerms } from './read-terms.ts';

/** A clause of fewer content words is too short to be told from a paraphrase. */
const LEAST_WORDS = 4;
/** As many pairs of characters are about as many words. */
const LEAST_PAIRS = 6;

/**
 * True where a clause may rest on its evidence, false where it is a free rider: at least four content words (six pairs of characters
 * in a script without spaces), of which the evidence has none. Pass the cited spans and what stands around them: note title, headings. A clause
 * in another language than all of the evidence can't be told by its words: it counts as covered.
 */
export function coversClause(clause: string, evidence: readonly string[]): boolean {
  const terms = readTerms(clause);
  const pairs = terms.filter(({ end }, i) => (terms[i + 1]?.start ?? end) < end).length;
  if (terms.length < (pairs > 0 ? LEAST_PAIRS : LEAST_WORDS)) return true;
  if (!evidence.some((text) => /\p{L}/u.test(text))) return false;
  const { known, roots } = indexTerms(evidence);
  if (terms.some((term) => hasTerm(known, roots, term))) return true;
  return areDifferentLanguages(languageOf(clause), languageOf(evidence.join('\n')));
}
