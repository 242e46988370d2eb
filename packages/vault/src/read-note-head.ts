import { type Band, strictestBand } from '@memora/core';
import { parsePrivacyMarkers } from '@memora/privacy';
import type { NoteProperties } from './frontmatter/note-properties.ts';
import { type Frontmatter, readFrontmatter } from './frontmatter/read-frontmatter.ts';
import { createNoteText, type NoteText } from './parse/note-text.ts';
import type { NoteDiagnostic } from './parsed-note.ts';

/** What the head of a note says of the whole. */
export interface NoteHead {
  readonly band: Band;
  readonly frontmatter: NoteProperties;
  /** Of the frontmatter alone. */
  readonly diagnostics: readonly NoteDiagnostic[];
}

/** A note as the steps of the parser need it, with its head read. */
export interface OpenedNote {
  readonly note: NoteText;
  readonly front: Frontmatter;
  readonly markers: ReturnType<typeof parsePrivacyMarkers>;
}

/** Opens the bytes of a note: markers and frontmatter are read, and nothing of the body is parsed. Never throws. */
export function openNote(bytes: Uint8Array, defaultBand: Band = 'private'): OpenedNote {
  const markers = parsePrivacyMarkers(bytes);
  const draft = createNoteText(bytes, markers, 'public');
  const front = readFrontmatter(draft, defaultBand);
  const { band: noteBand } = front;
  const note: NoteText = {
    ...draft,
    noteBand,
    bandOf: (span) => strictestBand(draft.bandOf(span), noteBand),
  };
  return { note, front, markers };
}

/**
 * Reads what `parseNote` says of the note as a whole, without its body: however hostile that is, this costs what reading the bytes and
 * the frontmatter costs. Never throws.
 */
export function readNoteHead(bytes: Uint8Array, options: { readonly defaultBand?: Band } = {}): NoteHead {
  const { front } = openNote(bytes, options.defaultBand);
  return { band: front.band, frontmatter: front.properties, diagnostics: front.diagnostics };
}
