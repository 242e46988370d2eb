import type { MarkerRange } from './parse-citations.ts';

/**
 * Joins markers that are alone in a block, with the block's marks and brackets, into one range. Kept markers
 * are added to the statement before.
 */
export function toOneRange(markers: readonly MarkerRange[], start: number, end: number): MarkerRange {
  return {
    start,
    end,
    ids: markers.flatMap((marker) => marker.ids.map((id) => ({ ...id, at: marker.start }))),
  };
}
