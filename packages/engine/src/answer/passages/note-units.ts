import { type Band, type ClaimId, createClaimId, type Span } from '@memora/core';
import type { SegmentKind } from '@memora/vault';
import { rememberByBytes } from '@memora/vault/internal';
import { parseInTime } from '../../privacy/parse-in-time.ts';
import type { BandSettings } from '../../privacy/read-note-bands.ts';
import { spanHash } from '../../privacy/span-hash.ts';

/** A sentence, item or row of a note that can be cited, with or without a claim. */
interface NoteUnit {
  /** The id of the claim `entity | states | null` over its bytes. */
  readonly id: ClaimId;
  readonly span: Span;
  readonly kind: SegmentKind;
  readonly headingPath: readonly string[];
}

/** The units of a note that are not secret, in file order. */
interface NoteUnits {
  readonly title: string;
  readonly units: readonly NoteUnit[];
  /** True if nothing in the note is secret. */
  readonly isOpen: boolean;
}

/** Segments without citable text. */
const SILENT: ReadonlySet<SegmentKind> = new Set(['comment', 'reference']);

const unitsBy = new WeakMap<Uint8Array, Map<string, Promise<NoteUnits>>>();

/**
 * Recently shown notes are likely to be shown again, so notes with this many units in total are cached: about
 * 16 MB of memory.
 */
const MOST_UNITS = 65_536;
/** The cost of a cached note in addition to its units. */
const BESIDE = 8;

/** Splitting notes is most of the cost of a page of passages: the same bytes are split once for all questions. */
const cutKept = rememberByBytes(
  (bytes, key) => cut(bytes, ...(JSON.parse(key) as [string, string, Band])),
  ({ isOpen }) => isOpen,
  MOST_UNITS,
  ({ units }) => BESIDE + units.length,
);

/**
 * Splits a note into units with the ids that claims of their bytes would have, so that they survive deletion of the index. A note that is too expensive to
 * parse has none. The same bytes are split once.
 */
export function readNoteUnits(
  bytes: Uint8Array,
  { path, noteId }: { readonly path: string; readonly noteId: string },
  { defaultBand, once = false }: BandSettings,
): Promise<NoteUnits> {
  const known = unitsBy.get(bytes) ?? new Map<string, Promise<NoteUnits>>();
  unitsBy.set(bytes, known);
  const units =
    known.get(noteId) ??
    (once
      ? cut(bytes, path, noteId, defaultBand)
      : cutKept(bytes, JSON.stringify([path, noteId, defaultBand])));
  known.set(noteId, units);
  return units;
}

async function cut(bytes: Uint8Array, path: string, noteId: string, defaultBand: Band): Promise<NoteUnits> {
  const note = await parseInTime(bytes, { path, defaultBand }).catch(() => null);
  if (note === null || note.band === 'secret') return { title: '', units: [], isOpen: false };
  const next = new Map<ClaimId, number>();
  const units = note.segments.flatMap(({ kind, span, band, headingPath }): NoteUnit[] => {
    if (SILENT.has(kind) || band === 'secret' || span.end <= span.start) return [];
    const create = (occurrence: number) =>
      createClaimId(
        {
          noteId,
          // Like every subject from the note's context, it is not part of the identity.
          subject: '',
          predicate: 'states',
          object: null,
          spanBytes: bytes.subarray(span.start, span.end),
          occurrence,
        },
        undefined,
        spanHash(),
      );
    const first = create(0);
    const occurrence = next.get(first) ?? 0;
    next.set(first, occurrence + 1);
    return [{ id: occurrence === 0 ? first : create(occurrence), span, kind, headingPath }];
  });
  return { title: note.title, units, isOpen: note.segments.every(({ band }) => band !== 'secret') };
}
