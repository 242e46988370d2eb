import type { MarkerRange } from './parse-citations.ts';
import { WORDLIKE } from './wordlike.ts';

/** The start of the statement at `start` of a masked block: after the markers that only signs separate from the statement before. */
export function statementStart(
  masked: string,
  from: number,
  markers: readonly MarkerRange[],
  next: number,
  start: number,
): number {
  const word = start + masked.slice(start).search(WORDLIKE);
  let behind: MarkerRange | undefined;
  for (let i = next; i < markers.length; i++) {
    const marker = markers[i] as MarkerRange;
    if (marker.end > from + word) break;
    if (marker.start >= from + start) behind = marker;
  }
  if (behind === undefined) return from + start;
  return from + word - masked.slice(behind.end - from, word).trimStart().length;
}
