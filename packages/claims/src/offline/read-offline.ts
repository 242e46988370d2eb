import type { Band } from '@memora/core';
import { type ParsedNote, parseNote } from '@memora/vault';
import type { Extraction } from '../extractor.ts';
import { extractOffline } from './offline-extractor.ts';

/** A note, parsed and extracted. */
export interface ReadNote {
  readonly note: ParsedNote;
  readonly extraction: Extraction;
}

/** Parses a note and lets the offline extractor read it: all that an indexing run does with a note before it writes. */
export function readOffline(path: string, bytes: Uint8Array, defaultBand: Band | undefined): ReadNote {
  const note = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
  return { note, extraction: extractOffline(note, bytes) };
}
