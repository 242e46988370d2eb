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

/** How a head is read. */
export interface ReadHeadOptions {
  /** Of a note that names none. Default `private`. */
  readonly defaultBand?: Band;
  /** True for whoever goes over many notes and reads each once: nothing is kept of it. */
  readonly once?: boolean;
}

/** A note as the steps of the parser need it, with its head read. */
interface OpenedNote {
  readonly note: NoteText;
  readonly front: Frontmatter;
  readonly markers: ReturnType<typeof parsePrivacyMarkers>;
}

/** Whoever shows a note reads its head for its band, and once more for what it says: the heads of longer notes are not kept for that. */
const KEPT_BYTES = 16_384;
/**
 * This many heads are kept, the latest, in places that are written over: what a recall finds is read whole for its bands before any of it is shown. What is in a weak map, or stood in a map that things are taken out of, outlives every
 * collection of young garbage: a walk over many notes grew by all of their heads.
 */
const MOST_KEPT = 48;
const kept: { readonly bytes: Uint8Array; readonly defaultBand: Band; readonly opened: OpenedNote }[] = [];
let next = 0;

/**
 * Opens the bytes of a note: markers and frontmatter are read, and nothing of the body is parsed. The same bytes are read once while they are among the latest, so
 * nobody may change them. Never throws.
 */
export function openNote(bytes: Uint8Array, defaultBand: Band = 'private'): OpenedNote {
  if (bytes.length > KEPT_BYTES) return readHead(bytes, defaultBand);
  const known = kept.find((each) => each.bytes === bytes && each.defaultBand === defaultBand);
  if (known !== undefined) return known.opened;
  const opened = readHead(bytes, defaultBand);
  // Nothing secret stays in memory for longer than somebody reads it.
  if (opened.front.band === 'secret' || opened.markers.regions.length > 0) return opened;
  kept[next] = { bytes, defaultBand, opened };
  next = (next + 1) % MOST_KEPT;
  return opened;
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
export function readNoteHead(
  bytes: Uint8Array,
  { defaultBand = 'private', once = false }: ReadHeadOptions = {},
): NoteHead {
  const { front } = once ? readHead(bytes, defaultBand) : openNote(bytes, defaultBand);
  return { band: front.band, frontmatter: front.properties, diagnostics: front.diagnostics };
}
