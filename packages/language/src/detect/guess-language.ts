/** A language that `guessLanguage` knows. */
export type GuessedLanguage = 'en' | 'de' | 'fr' | 'es';

/** Frequent words that distinguish these languages. */
const SIGNS: Readonly<Record<GuessedLanguage, RegExp>> = {
  en: /\b(?:the|and|of|to|with|for|that|this|is|are|in|it)\b/giu,
  de: /\b(?:der|die|das|und|nicht|ein|eine|mit|für|ist|zu|von|im)\b/giu,
  fr: /\b(?:le|les|des|une|pour|dans|est|avec|du|et|la|les)\b/giu,
  es: /\b(?:el|los|las|una|para|con|del|que|por|y|en|es)\b/giu,
};

/** Frequent words of other languages in Latin letters, in which no dates are read. */
const OTHERS =
  /\b(?:il|che|di|per|gli|não|uma|em|são|os|și|pentru|este|nu|jest|nie|się|yang|untuk|dan|het|een|van|je|se|na|za|och|som|til|ikke|pre|bir|ve)\b/giu;

/** The smallest share of words that must be such signs. */
const SHARE = 0.04;

/**
 * Guesses which of the languages with date patterns a text is in, by its most frequent small words; `null` if it is none of them. A short text in Latin letters
 * counts as English.
 */
export function guessLanguage(sample: string): GuessedLanguage | null {
  let best: GuessedLanguage | null = null;
  let most = Math.max(1, sample.split(/\s+/u).length * SHARE) - 1;
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const count = sample.match(SIGNS[language])?.length ?? 0;
    if (count > most) {
      most = count;
      best = language;
    }
  }
  if ((sample.match(OTHERS)?.length ?? 0) > most) return null;
  // A note of a few words gives no evidence: English by default, if it is in Latin letters.
  if (
    best === null &&
    sample.length < 400 &&
    !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(sample)
  )
    return 'en';
  return best;
}
