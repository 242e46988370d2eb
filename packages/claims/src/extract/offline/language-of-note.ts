import { type GuessedLanguage, guessLanguage } from '@memora/language/detect';
import type { ParsedNote, Segment } from '@memora/vault';

const SAMPLE = 3000;

/**
 * Returns the language of a note; `null` if we read no dates in it. `of` selects the segments to look at: the
 * reading of an open segment must not depend on a secret one.
 */
export function languageOfNote(
  note: ParsedNote,
  of: (segment: Segment) => boolean = () => true,
): GuessedLanguage | null {
  let sample = '';
  for (const segment of note.segments) {
    if (!of(segment) || segment.kind === 'heading' || segment.kind === 'code' || segment.kind === 'property')
      continue;
    sample += ` ${segment.text}`;
    if (sample.length > SAMPLE) break;
  }
  return guessLanguage(sample);
}
