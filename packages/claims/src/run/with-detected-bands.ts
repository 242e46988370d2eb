import { type Band, strictestBand } from '@memora/core';
import type { ParsedNote } from '@memora/vault';

/** Returns the band that a text needs because of its content. A failing detector returns `secret`. */
export type DetectBand = (text: string) => Band;

/**
 * Returns the note with its bands combined with those of a detector, never loosened: a segment's by its text and headings, the whole note's by its title and
 * names, which appear wherever the note is named.
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
