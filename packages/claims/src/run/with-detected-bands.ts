import { type Band, strictestBand } from '@memora/core';
import type { ParsedNote } from '@memora/vault';

/** Says which band a text asks for by what it holds. A detector that fails says `secret`. */
export type DetectBand = (text: string) => Band;

/**
 * The note with the bands that a detector asks for joined to its own, never loosened: a segment's by its text and the headings
 * above it, the whole note's by its title and names, which go wherever the note is named.
 */
export function withDetectedBands(note: ParsedNote, detect: DetectBand): ParsedNote {
  const names = [note.title, ...note.frontmatter.aliases].map(detect);
  const band = strictestBand(note.band, ...names.filter((each) => each === 'secret'));
  const byHeading = new Map<string, Band>();
  const ofHeading = (heading: string): Band => {
    const known = byHeading.get(heading) ?? detect(heading);
    byHeading.set(heading, known);
    return known;
  };
  return {
    ...note,
    band,
    segments: note.segments.map((segment) => {
      const asked = [detect(segment.text), ...segment.headingPath.map(ofHeading)];
      return { ...segment, band: strictestBand(segment.band, band, ...asked) };
    }),
  };
}
