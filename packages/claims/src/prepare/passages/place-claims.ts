import type { Blake3 } from '@memora/core';
import type { ParsedNote } from '@memora/vault';
import type { PlacedClaim, PlacedNote, PlacedPassage } from '../../model/note-passages.ts';
import type { PreparedClaim } from '../prepare-claims.ts';
import { readPassages } from './read-passages.ts';

/** A claim as it is in the store after the write. */
export interface StandingClaim {
  readonly key: number;
  readonly claim: PreparedClaim;
}

/** The input of passages. */
interface PlacingRequest {
  /** The note's row key. */
  readonly note: number;
  readonly parsed: ParsedNote;
  /** The bytes that were parsed. */
  readonly bytes: Uint8Array;
  readonly hash: Blake3;
  readonly claims: readonly StandingClaim[];
  /** Segments of which nothing may be stored. */
  readonly hidden: ReadonlySet<number>;
  readonly byIndex: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the passages of a note with their claims. Secret claims, and claims that reach beyond their segment, are in no passage. Nothing of the `hidden`
 * segments is in a passage.
 */
export function placeClaims({
  note,
  parsed,
  bytes,
  hash,
  claims,
  hidden,
  byIndex,
}: PlacingRequest): PlacedNote {
  const claimed = new Set(claims.map(({ claim }) => claim.extracted.segment));
  const isUsers = claims.some(({ claim }) => claim.trust === 1);
  const read = readPassages(parsed, { claimed, hidden, isUsers });
  const placeBySegment = new Map(
    read.passages.flatMap(({ pieces }, passage) =>
      pieces.map(({ segment }, piece) => [segment, { passage, piece }] as const),
    ),
  );
  const placed = claims.flatMap(({ key, claim }): PlacedClaim[] => {
    const { segment } = claim.extracted;
    const place = placeBySegment.get(segment);
    const whole = parsed.segments[segment]?.span;
    if (place === undefined || whole === undefined || claim.band === 'secret') return [];
    if (claim.span.start < whole.start || claim.span.end > whole.end) return [];
    return [{ key, ...place, text: claim.text }];
  });
  // If all claims of a note were erased or forgotten, nothing of it is stored.
  if (placed.length === 0 && hidden.size > 0) return { note, ...read, passages: [], claims: [] };
  const passages = read.passages.map(
    (passage): PlacedPassage => ({
      ...passage,
      fingerprint: hash(bytes.subarray(passage.span.start, passage.span.end)),
    }),
  );
  return { note, ...read, passages, claims: placed, ...(byIndex !== null && { byIndex }) };
}

/** Returns an empty placement, for a note that must not be found. */
export function placeNothing(note: number): PlacedNote {
  return { note, title: '', path: '', aliases: [], date: '', passages: [], claims: [] };
}
