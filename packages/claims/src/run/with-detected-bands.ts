import { type Band, type SpanLike, strictestBand } from '@memora/core';
import type { ParsedNote } from '@memora/vault';

/** Finds text that makes bands stricter by its content, as an enforced detector does. */
export interface DetectBand {
  /** Returns the band that a text needs because of its content. A failing detector returns `secret`. */
  (text: string): Band;
  /**
   * The secret ranges of a note in order, including those that are secret because of their headings, labels
   * or columns, or because of the title; null if the detector failed.
   */
  readonly findSecrets: (bytes: Uint8Array, title?: string) => readonly SpanLike[] | null;
}

/**
 * Returns the note with its bands combined with those of a detector, never loosened: a segment's by its text and headings, and by the whole text of the note; the
 * whole note's by its title and names, which appear wherever the note is named.
 */
export function withDetectedBands(note: ParsedNote, bytes: Uint8Array, detect: DetectBand): ParsedNote {
  const places = detect.findSecrets(bytes, note.title);
  const names = [note.title, ...note.frontmatter.aliases].map(detect);
  const isAll = places === null || names.includes('secret') || isTitleIn(note, places);
  const band = strictestBand(note.band, isAll ? 'secret' : note.band);
  const byHeading = new Map<string, Band>();
  const ofHeading = (heading: string): Band => {
    const known = byHeading.get(heading) ?? detect(heading);
    byHeading.set(heading, known);
    return known;
  };
  const meets = meetsIn(places ?? []);
  /** The level of a heading that is part of a secret: it is shown with everything below it. */
  let below = Number.POSITIVE_INFINITY;
  return {
    ...note,
    band,
    segments: note.segments.map((segment) => {
      const isSecret = meets(segment.span);
      if (segment.level !== undefined && segment.level <= below)
        below = isSecret ? segment.level : Number.POSITIVE_INFINITY;
      const isBelow = segment.level === undefined || segment.level > below;
      const found = isSecret || (isBelow && Number.isFinite(below)) ? 'secret' : 'public';
      const asked = [found, detect(segment.text), ...segment.headingPath.map(ofHeading)] as const;
      return { ...segment, band: strictestBand(segment.band, band, ...asked) };
    }),
  };
}

/** True if the heading that is the title is part of a secret. */
function isTitleIn({ segments, title }: ParsedNote, places: readonly SpanLike[]): boolean {
  const meets = meetsIn(places);
  return segments.some(({ kind, span, text }) => kind === 'heading' && meets(span) && text.includes(title));
}

/** Returns a test for whether a span overlaps one of these spans, which are in order. */
function meetsIn(places: readonly SpanLike[]): (span: SpanLike) => boolean {
  return ({ start, end }) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (places[low]?.start ?? end) < end;
  };
}
