import type { Band, Blake3 } from '@memora/core';
import { type ParsedNote, parseNote } from '@memora/vault';
import type { Extraction } from '../../model/extractor.ts';
import {
  inFileOrder,
  type NoteReadings,
  type ReadDocuments,
  readNoteClaims,
} from '../../prepare/note-readings.ts';
import { extractOffline } from './offline-extractor.ts';

/** A note, parsed and extracted. */
export interface ReadNote {
  readonly note: ParsedNote;
  readonly extraction: Extraction;
  readonly readings: NoteReadings | null;
}

/** Parses a note, runs the offline extractor and computes the parts of its claims that need no database. */
export function readOffline(
  path: string,
  bytes: Uint8Array,
  defaultBand: Band | undefined,
  hash: Blake3,
  readers: Readonly<Record<string, ReadDocuments>> = {},
): ReadNote {
  const note = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
  const extraction = inFileOrder(extractOffline(note, bytes));
  return { note, extraction, readings: readNoteClaims(note, bytes, extraction, hash, readers) };
}
