import { fingerprint } from '@memora/core';
import { createOfflineExtractor } from '../extract/offline/offline-extractor.ts';
import { readOffline } from '../extract/offline/read-offline.ts';
import { extractorLabel } from '../model/extractor.ts';
import { loadBlake3 } from '../prepare/load-blake3.ts';
import type { NoteWork } from '../store/note-work.ts';
import { readDocuments } from '../store/relating/read-relating.ts';

/** Prepares a new note like the thread that reads notes does for a commit: parsed, extracted, with ids and slots. */
export async function prepareWork(path: string, bytes: Uint8Array, mtimeMs: number): Promise<NoteWork> {
  const read = readOffline(path, bytes, undefined, await loadBlake3(), { relations: readDocuments });
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
