import { decodeText, hasFingerprint, type SpanLike, sliceSpan } from '@memora/core';
import { bandsByBytes } from '../../privacy/live-bands.ts';
import type { BandSettings } from '../../privacy/read-note-bands.ts';
import { spanHash } from '../../privacy/span-hash.ts';
import type { FoundPassage } from './found-passage.ts';

/** The dependencies of reading passages. */
export interface PassageReaders {
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly bandSettings: BandSettings;
}

/** A passage as currently in its note. */
export interface ReadPassage {
  readonly found: FoundPassage;
  /** The bytes of the note that it was read from. */
  readonly bytes: Uint8Array;
  /** The parts of the passage that may be shown, in bytes of the note, in order. */
  readonly pieces: readonly SpanLike[];
}

/**
 * Reads a passage from its note and hashes it. Secret parts are removed, including those marked since it was indexed. Returns null if the bytes differ from the
 * indexed ones, or if no part may be shown.
 */
export async function readPassage(
  found: FoundPassage,
  { readNote, bandSettings }: PassageReaders,
): Promise<ReadPassage | null> {
  const { notePath, span, band } = found.passage;
  const bytes = await readNote(notePath);
  if (bytes === null || !(await holdsPassage(found.passage, { readNote }))) return null;
  // The passage is a secret claim that the asker may see; the caller has read it.
  if (band === 'secret') return { found, bytes, pieces: [span] };
  const bands = await bandsByBytes(bandSettings)(bytes, notePath);
  if (bands.band === 'secret') return null;
  const hidden = bands.regions.filter((region) => region.band === 'secret');
  const pieces = withoutRegions(withMarks(bytes, span), hidden).filter((piece) => hasWords(bytes, piece));
  return pieces.length === 0 ? null : { found, bytes, pieces };
}

/** True if a note still contains the bytes of a passage at its indexed place. */
export async function holdsPassage(
  { notePath, span, fingerprint }: FoundPassage['passage'],
  { readNote }: Pick<PassageReaders, 'readNote'>,
): Promise<boolean> {
  const bytes = await readNote(notePath);
  const own = bytes === null ? null : sliceSpan(bytes, span);
  return own !== null && (fingerprint === null || hasFingerprint(own, fingerprint, spanHash()));
}

/** Markdown marks at the start of a line: quotes, headings, bullets, step numbers, task boxes. */
const MARKS = new Set(Buffer.from(' \t>#*+-.)[]xX0123456789'));
const LONGEST_MARKS = 24;

/** Returns a passage including the marks at the start of its first line: otherwise its first step has no number, and a task no box. */
function withMarks(bytes: Uint8Array, { start, end }: SpanLike): SpanLike {
  let from = start;
  while (from > 0 && start - from < LONGEST_MARKS && MARKS.has(bytes[from - 1] as number)) from--;
  return from === 0 || bytes[from - 1] === LINE_FEED ? ({ start: from, end } as SpanLike) : { start, end };
}

const LINE_FEED = 10;

/** Returns the text of a span of a note. */
export function textAt(bytes: Uint8Array, { start, end }: SpanLike): string {
  return decodeText(bytes.subarray(start, end)).text;
}

/** Returns the rest of a span without these regions, in order. */
function withoutRegions(span: SpanLike, regions: readonly SpanLike[]): SpanLike[] {
  const pieces: SpanLike[] = [];
  let at = span.start;
  for (const { start, end } of [...regions].sort((a, b) => a.start - b.start)) {
    if (end <= at || start >= span.end) continue;
    if (start > at) pieces.push({ start: at, end: start } as SpanLike);
    at = Math.max(at, end);
  }
  if (at < span.end) pieces.push({ start: at, end: span.end } as SpanLike);
  return pieces;
}

function hasWords(bytes: Uint8Array, piece: SpanLike): boolean {
  return /[\p{L}\p{N}]/u.test(textAt(bytes, piece));
}
