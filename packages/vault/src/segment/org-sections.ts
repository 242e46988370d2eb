import type { Range } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';

/** Lines of a paragraph between org markers, and the kind that the markers give them. */
interface OrgSection {
  readonly lines: Range[];
  readonly place: 'text' | 'quote' | 'code';
}

const MARKER = /^#\+(BEGIN|END)_([A-Z]+)(?:[ \t].*)?$/iu;

/**
 * Cuts a paragraph at the `#+BEGIN_…` and `#+END_…` lines of Logseq and org, which are not prose. A quotation or source code is marked as such; every other
 * block (`NOTE`, `CAUTION`, `TIP` …) is text. Null if there is no such line.
 */
export function orgSections(note: NoteText, lines: readonly Range[]): OrgSection[] | null {
  if (!lines.some(({ start }) => note.masked.startsWith('#+', start))) return null;
  const sections: OrgSection[] = [];
  let isMarked = false;
  let open: Range[] | null = null;
  let place: OrgSection['place'] = 'text';
  lines.forEach((line, i) => {
    const marker = markerOf(note, line);
    if (marker !== null) {
      isMarked = true;
      open = null;
      // A block opens only if its end is in the same paragraph.
      const isClosed = marker.opens && lines.slice(i + 1).some((other) => closes(note, other, marker.name));
      place = isClosed ? (PLACES[marker.name] ?? 'text') : 'text';
      return;
    }
    if (open === null) {
      open = [];
      sections.push({ lines: open, place });
    }
    open.push(line);
  });
  return isMarked ? sections : null;
}

const PLACES: Readonly<Record<string, OrgSection['place']>> = {
  QUOTE: 'quote',
  VERSE: 'quote',
  SRC: 'code',
  EXAMPLE: 'code',
  QUERY: 'code',
};

function markerOf(note: NoteText, { start, end }: Range): { opens: boolean; name: string } | null {
  const match = MARKER.exec(note.masked.slice(start, end));
  if (match === null) return null;
  return { opens: match[1]?.toUpperCase() === 'BEGIN', name: (match[2] ?? '').toUpperCase() };
}

function closes(note: NoteText, line: Range, name: string): boolean {
  const marker = markerOf(note, line);
  return marker !== null && !marker.opens && marker.name === name;
}
