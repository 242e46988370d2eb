import { guessLanguage } from '@memora/language/detect';
import type { LexiconLanguage } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';

const SAMPLE = 3000;

/**
 * The language of a note; `null` where none of those that are read for triples shows. `of` takes the segments that are looked at: what is
 * read of an open one must not hang on a secret one beside it.
 */
export function languageOfNote(
  note: ParsedNote,
  of: (segment: Segment) => boolean = () => true,
): LexiconLanguage | null {
  let sample = '';
  for (const segment of note.segments) {
    if (!of(segment) || segment.kind === 'heading' || segment.kind === 'code' || segment.kind === 'property')
      continue;
    sample += ` ${segment.text}`;
    if (sample.length > SAMPLE) break;
  }
  return guessLanguage(sample);
}
