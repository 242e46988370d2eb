import { type Band, strictestBand } from '@memora/core';
import { parsePrivacyMarkers } from '@memora/privacy';
import type { NoteProperties } from './frontmatter/note-properties.ts';
import { type Frontmatter, readFrontmatter } from './frontmatter/read-frontmatter.ts';
import { namesItsText } from './identity/memory-path.ts';
import { createNoteText, type NoteText } from './parse/note-text.ts';
import type { NoteDiagnostic } from './parsed-note.ts';

/** The properties of a whole note, from its head. */
export interface NoteHead {
  readonly band: Band;
  readonly frontmatter: NoteProperties;
  /** The diagnostics of the frontmatter, and no others. */
  readonly diagnostics: readonly NoteDiagnostic[];
}

/** Options of {@link readNoteHead}. */
export interface ReadHeadOptions {
  /** The band of a note that names none; `private` by default. */
  readonly defaultBand?: Band;
  /** Set to true when reading many notes once each: nothing is cached. */
  readonly once?: boolean;
  /** Vault-relative, with `/`. If it names a memory, a secret part of the text makes the whole note secret. */
  readonly path?: string;
}

/** A note with its head read, as the steps of the parser need it. */
interface OpenedNote {
  readonly note: NoteText;
  readonly front: Frontmatter;
  readonly markers: ReturnType<typeof parsePrivacyMarkers>;
}

/** The largest note whose head is cached. A head is read once for its band and once more for its properties. */
const KEPT_BYTES = 16_384;
/**
 * The number of recent heads that are cached, in slots that are overwritten. A recall reads the bands of all
 * notes that it finds before it shows any of them. Entries of a weak map, or of a map with deletions, survive
 * every collection of young garbage, so a walk over many notes would grow by all of their heads.
 */
const MOST_KEPT = 128;
/** The maximum bytes of the notes whose heads are cached: many small ones, such as memories, or few large ones. */
const MOST_BYTES = 786_432;

interface KeptHead {
  readonly bytes: Uint8Array;
  readonly defaultBand: Band;
  readonly opened: OpenedNote;
}

const kept: (KeptHead | null)[] = Array.from({ length: MOST_KEPT }, () => null);
let next = 0;
let size = 0;

/** Starts with the latest slot, because most heads are read twice in a row. */
function findKept(bytes: Uint8Array, defaultBand: Band): KeptHead | null {
  for (let at = next - 1; at >= 0; at--) {
    const head = kept[at];
    if (head?.bytes === bytes && head.defaultBand === defaultBand) return head;
  }
  for (let at = MOST_KEPT - 1; at >= next; at--) {
    const head = kept[at];
    if (head?.bytes === bytes && head.defaultBand === defaultBand) return head;
  }
  return null;
}

function drop(at: number): void {
  size -= kept[at]?.bytes.length ?? 0;
  kept[at] = null;
}

function keep(head: KeptHead): void {
  drop(next);
  kept[next] = head;
  size += head.bytes.length;
  next = (next + 1) % MOST_KEPT;
  for (let oldest = next; size > MOST_BYTES; oldest = (oldest + 1) % MOST_KEPT) drop(oldest);
}

/**
 * Opens the bytes of a note: reads markers and frontmatter and parses nothing of the body. Recent bytes are read once and cached, so nobody may change them.
 * Never throws.
 */
export function openNote(bytes: Uint8Array, defaultBand: Band = 'private', path = ''): OpenedNote {
  if (bytes.length > KEPT_BYTES) return readHead(bytes, defaultBand, path);
  const known = findKept(bytes, defaultBand);
  if (known !== null) return known.opened;
  const opened = readHead(bytes, defaultBand, path);
  // A secret stays in memory only while somebody reads it.
  if (opened.front.band === 'secret' || opened.markers.regions.length > 0) return opened;
  keep({ bytes, defaultBand, opened });
  return opened;
}

function readHead(bytes: Uint8Array, defaultBand: Band, path: string): OpenedNote {
  const markers = parsePrivacyMarkers(bytes);
  const draft = createNoteText(bytes, markers, 'public');
  const read = readFrontmatter(draft, defaultBand);
  // The file name of a memory repeats its text, so whoever sees one part of it in a list would read the other.
  const isNamed = namesItsText(path) && markers.regions.some(({ band }) => band === 'secret');
  const noteBand = isNamed ? 'secret' : read.band;
  const front = isNamed ? { ...read, band: noteBand } : read;
  const note: NoteText = {
    ...draft,
    noteBand,
    bandOf: (span) => strictestBand(draft.bandOf(span), noteBand),
  };
  return { note, front, markers };
}

/**
 * Reads what `parseNote` reports about the note as a whole, without parsing its body: even a hostile body costs no more than reading the bytes and the
 * frontmatter. Never throws.
 */
export function readNoteHead(
  bytes: Uint8Array,
  { defaultBand = 'private', once = false, path = '' }: ReadHeadOptions = {},
): NoteHead {
  const { front } = once ? readHead(bytes, defaultBand, path) : openNote(bytes, defaultBand, path);
  return { band: front.band, frontmatter: front.properties, diagnostics: front.diagnostics };
}
