/** A language that `guessLanguage` knows. */
export type GuessedLanguage = 'en' | 'de' | 'fr' | 'es';

/** Frequent words that tell these languages apart. */
const SIGNS: Readonly<Record<GuessedLanguage, RegExp>> = {
  en: /\b(?:the|and|of|to|with|for|that|this|is|are|in|it)\b/giu,
  de: /\b(?:der|die|das|und|nicht|ein|eine|mit|für|ist|zu|von|im)\b/giu,
  fr: /\b(?:le|les|des|une|pour|dans|est|avec|du|et|la|les)\b/giu,
  es: /\b(?:el|los|las|una|para|con|del|que|por|y|en|es)\b/giu,
};

/** Small words of other languages in Latin letters, in which no dates are read. */
const OTHERS =
  /\b(?:il|che|di|per|gli|não|uma|em|são|os|și|pentru|este|nu|jest|nie|się|yang|untuk|dan|het|een|van|je|se|na|za|och|som|til|ikke|pre|bir|ve)\b/giu;

/** At least this share of the words must be such signs. */
const SHARE = 0.04;

/**
 * Tells which of the languages whose dates are read a text is written in, by its most frequent small words; `null` where none of them
 * shows. A short text in Latin letters counts as English.
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
  // A note of a few words tells nothing: English by default, where it is in Latin letters.
  if (
    best === null &&
    sample.length < 400 &&
    !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(sample)
  )
    return 'en';
  return best;
}
