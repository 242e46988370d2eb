import type { Band } from '@memora/core';
import { type ParsedNote, parseNote } from '@memora/vault';
import { extractOffline } from '../extract/offline/offline-extractor.ts';
import type { ReadNote } from '../extract/offline/read-offline.ts';
import { makeOnce } from '../prepare/hash-once.ts';

interface Previewed extends ReadNote {
  readonly bytes: Uint8Array;
  readonly defaultBand: Band | undefined;
}

/** The latest note that was previewed. Most of what is previewed is written next, as the same bytes at the same path. */
let latest: Previewed | null = null;

/** Parses and extracts a note that is not written yet, and keeps what it reads for the run that indexes it. Nothing is kept of one that is marked as secret. */
export function readForPreview(path: string, bytes: Uint8Array, defaultBand: Band | undefined): ReadNote {
  const note = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
  const read = { note, extraction: extractOffline(note, bytes), readings: null };
  latest = holdsSecret(note) ? null : { ...read, bytes: bytes.slice(), defaultBand };
  if (latest !== null) for (const claim of read.extraction.claims) makeOnce(claim);
  return read;
}

/** What a preview made of these very bytes at this path, once; null where none did. */
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
