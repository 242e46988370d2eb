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

/** Whoever shows a note reads its head for its band, and once more for what it says: the heads of longer notes are not kept for that. */
const KEPT_BYTES = 16_384;
const openedByBytes = new WeakMap<Uint8Array, Map<Band, OpenedNote>>();

/**
 * Opens the bytes of a note: markers and frontmatter are read, and nothing of the body is parsed. The same bytes are read once for as long as
 * somebody has them, so nobody may change them. Never throws.
 */
export function openNote(bytes: Uint8Array, defaultBand: Band = 'private'): OpenedNote {
  if (bytes.length > KEPT_BYTES) return readHead(bytes, defaultBand);
  const opened = openedByBytes.get(bytes) ?? new Map<Band, OpenedNote>();
  const known = opened.get(defaultBand);
  if (known !== undefined) return known;
  const read = readHead(bytes, defaultBand);
  openedByBytes.set(bytes, opened.set(defaultBand, read));
  return read;
}

function readHead(bytes: Uint8Array, defaultBand: Band): OpenedNote {
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
