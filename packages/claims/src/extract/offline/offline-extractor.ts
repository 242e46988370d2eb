import type { ParsedNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { ExtractedClaim, Extraction, Extractor } from '../../model/extractor.ts';
import { noteDates } from '../../prepare/note-dates.ts';
import { claimOfMemory, claimOfSegment, extractSegment, MOST_CELLS } from './extract-segment.ts';
import { languageOfNote } from './language-of-note.ts';
import { recallTurns, rememberTurns, type SegmentOutcome } from './remember-turns.ts';

/** Raise this with every change of what the extractor returns for a text. */
const VERSION = '19';

/**
 * Creates the default extractor: deterministic, verbatim, without a model. It returns triples of keys, tables, tasks and labels. An asserting sentence becomes
 * a claim about the topic of the note or heading, with its words unparsed.
 */
export function createOfflineExtractor(): Extractor {
  const extractor: Extractor = {
    name: 'offline',
    version: VERSION,
    incremental: false,
    extract: (note, segments, { bytes }) => extractSegments(note, segments, bytes),
  };
  made.add(extractor);
  return extractor;
}

const made = new WeakSet<Extractor>();

/** True for the result of `createOfflineExtractor`, whatever name another extractor has. */
export function isOfflineExtractor(extractor: Extractor): boolean {
  return made.has(extractor);
}

/** Extracts a whole note offline. */
export function extractOffline(note: ParsedNote, bytes: Uint8Array): Extraction {
  return extractSegments(note, [...note.segments.keys()], bytes);
}

/** Returns a "states" claim for each segment. */
export function claimsOfSegments(
  note: ParsedNote,
  segments: readonly number[],
  bytes: Uint8Array,
): ExtractedClaim[] {
  const task = { note, bytes, dates: noteDates(note), language: null, cells: { left: 0 } };
  return segments.map((index) => claimOfSegment({ ...task, index }));
}

/** Extracts some segments of a note offline. */
export function extractSegments(
  note: ParsedNote,
  segments: readonly number[],
  bytes: Uint8Array,
): Extraction {
  const claims: ExtractedClaim[] = [];
  const gated = new Map<number, string>();
  const dates = noteDates(note);
  const ofAll = languageOfNote(note);
  const hasSecrets = note.segments.some(({ band }) => band === 'secret');
  const ofOpen = hasSecrets ? languageOfNote(note, ({ band }) => band !== 'secret') : ofAll;
  const cells = { left: MOST_CELLS };
  const isGrowing = note.turns.length > 0 && !hasSecrets;
  const known = isGrowing ? recallTurns(note, bytes, ofAll) : [];
  const outcomes = new Map<number, SegmentOutcome>();
  for (const index of segments) {
    const language = note.segments[index]?.band === 'secret' ? ofAll : ofOpen;
    const result = known[index] ?? extractSegment({ note, bytes, index, dates, language, cells });
    outcomes.set(index, result);
    if (typeof result === 'string') gated.set(index, result);
    else for (const claim of result) claims.push(claim);
  }
  if (isGrowing) rememberTurns(note, bytes, ofAll, outcomes);
  if (claims.length === 0 && isMemoryPath(note.path) && segments.length === note.segments.length) {
    const stated = claimOfMemory({ note, bytes, dates, language: hasSecrets ? ofOpen : ofAll, cells });
    if (stated !== null) {
      claims.push(stated);
      gated.delete(stated.segment);
    }
  }
  return { claims, gated, failed: new Map(), refused: {}, usage: null };
}
