import { fingerprint } from '@memora/core';
import { extractorLabel } from '../extractor.ts';
import { loadBlake3 } from '../load-blake3.ts';
import type { NoteWork } from '../note-work.ts';
import { createOfflineExtractor } from '../offline/offline-extractor.ts';
import { readOffline } from '../offline/read-offline.ts';
import { readDocuments } from '../relate/read-frames.ts';

/** A new note as a commit of an indexing run is given it by the thread that reads notes: parsed, extracted, ids and frames made. */
export async function prepareWork(path: string, bytes: Uint8Array, mtimeMs: number): Promise<NoteWork> {
  const read = readOffline(path, bytes, undefined, await loadBlake3(), { frames: readDocuments });
  return {
    ...read,
    bytes,
    size: bytes.length,
    mtimeMs,
    hash: Buffer.from(fingerprint(bytes), 'hex'),
    asked: [...read.note.segments.keys()],
    label: extractorLabel(createOfflineExtractor()),
    incremental: false,
    movedFrom: null,
  };
}
