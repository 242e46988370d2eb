import type { ParsedNote, Segment } from '@memora/vault';
import type { Language } from './verb-lexicon.ts';

/** Frequent words that tell these languages apart. */
const SIGNS: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the|and|of|to|with|for|that|this|is|are|in|it)\b/giu,
  de: /\b(?:der|die|das|und|nicht|ein|eine|mit|für|ist|zu|von|im)\b/giu,
  fr: /\b(?:le|les|des|une|pour|dans|est|avec|du|et|la|les)\b/giu,
  es: /\b(?:el|los|las|una|para|con|del|que|por|y|en|es)\b/giu,
};

/** Small words of other languages in Latin letters, which are not read for triples. */
const OTHERS =
  /\b(?:il|che|di|per|gli|não|uma|em|são|os|și|pentru|este|nu|jest|nie|się|yang|untuk|dan|het|een|van|je|se|na|za|och|som|til|ikke|pre|bir|ve)\b/giu;

const SAMPLE = 3000;

/** At least this share of the words must be such signs. */
const SHARE = 0.04;

/**
 * The language of a note by its most frequent small words; null where none of these languages shows. `of` takes the segments that are
 * looked at: what is read of an open one must not hang on a secret one beside it.
 */
export function guessLanguage(
  note: ParsedNote,
  of: (segment: Segment) => boolean = () => true,
): Language | null {
  let sample = '';
  for (const segment of note.segments) {
    if (!of(segment) || segment.kind === 'heading' || segment.kind === 'code' || segment.kind === 'property')
      continue;
    sample += ` ${segment.text}`;
    if (sample.length > SAMPLE) break;
  }
  let best: Language | null = null;
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
