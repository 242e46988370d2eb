import { type GuessedLanguage, guessLanguage } from '@memora/language/detect';
import type { ParsedNote, Segment } from '@memora/vault';

const SAMPLE = 3000;

/**
 * The language of a note; `null` where none of those whose dates are read shows. `of` takes the segments that are looked at: what is
 * read of an open one must not hang on a secret one beside it.
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
