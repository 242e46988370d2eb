import { createFreshReader, type ReadLimits } from '@memora/ingest';
import type { ReadNote, UploadedDocument } from '@memora/postgres/internal';

/**
 * The limits of reading one member's document in a worker: the thread's processor time and objects, and the
 * growth of the process.
 */
export const UPLOAD_LIMITS: Required<ReadLimits> = { ms: 30_000, msPerMegabyte: 5_000, megabytes: 512 };
const MEBIBYTE = 1024 * 1024;
/** The limit for archives, and for all notes of one source together. */
const [MOST_UNPACKED, MOST_NOTES, MOST_NOTE_BYTES, MOST_PAGES] = [
  128 * MEBIBYTE,
  1_000,
  32 * MEBIBYTE,
  2_000,
];

/**
 * Reads a document into notes as `memora ingest` does: in a separate thread that has read no other member's
 * data and has no key, connection or environment. Parsing, the search for secrets and the merge with the
 * existing note all happen there, so that no document blocks a worker's event loop.
 */
export async function readUpload(
  { bytes, originHash, about, identity, standing, signal }: UploadedDocument,
  limits: ReadLimits = UPLOAD_LIMITS,
  now: () => number = Date.now,
): Promise<readonly ReadNote[]> {
  const { name, type, region, privacy, replace } = about;
  await using reader = createFreshReader();
  const notes: ReadNote[] = [];
  for await (const { id: _, ...note } of reader.readNotes(bytes, {
    ...{ name, limits, standing, maxUnpackedBytes: MOST_UNPACKED, maxPages: MOST_PAGES },
    ...(type === undefined ? {} : { type }),
    ...(signal === undefined ? {} : { signal }),
    notes: {
      ...{
        identity,
        origin: name,
        originHash,
        retrievedMs: now(),
        mostNotes: MOST_NOTES,
        mostBytes: MOST_NOTE_BYTES,
      },
      ...(region === undefined ? {} : { region }),
      ...(privacy === undefined ? {} : { privacy }),
      ...(replace === undefined ? {} : { replace }),
    },
  }))
    notes.push(note);
  return notes;
}
