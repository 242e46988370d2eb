import type { Band } from '@memora/core';
import { type ParsedNote, parseNote } from '@memora/vault';
import { extractOffline } from '../extract/offline/offline-extractor.ts';
import type { ReadNote } from '../extract/offline/read-offline.ts';
import { makeOnce } from '../prepare/hash-once.ts';

interface Previewed extends ReadNote {
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
}

/** The latest previewed note. Most previews are written next, with the same bytes and path. */
let latest: Previewed | null = null;

/** Parses and extracts a note that is not written yet, and caches the reading for the run that indexes it. Notes marked as secret are not cached. */
export function readForPreview(path: string, bytes: Uint8Array, defaultBand: Band | undefined): ReadNote {
  const note = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
  const read = { note, extraction: extractOffline(note, bytes), readings: null };
  latest = holdsSecret(note) ? null : { ...read, bytes: bytes.slice(), defaultBand };
  if (latest !== null) for (const claim of read.extraction.claims) makeOnce(claim);
  return read;
}

/** Returns the cached preview of exactly these bytes at this path, once; null if there is none. */
export function takePreviewed(
  path: string,
  bytes: Uint8Array,
  defaultBand: Band | undefined,
): ReadNote | null {
  if (latest === null || latest.note.path !== path || latest.defaultBand !== defaultBand) return null;
  const { note, extraction, readings } = latest;
  const isSame = Buffer.compare(latest.bytes, bytes) === 0;
  latest = null;
  return isSame ? { note, extraction, readings } : null;
}

function holdsSecret({ band, segments }: ParsedNote): boolean {
  return band === 'secret' || segments.some((segment) => segment.band === 'secret');
}
