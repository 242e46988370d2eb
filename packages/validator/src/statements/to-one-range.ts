import type { MarkerRange } from './parse-citations.ts';

/** Markers that stand alone in a block, with the block's marks and brackets, as one: what is left of it follows the statement before. */
export function toOneRange(markers: readonly MarkerRange[], start: number, end: number): MarkerRange {
  return {
    start,
    end,
    ids: markers.flatMap((marker) => marker.ids.map((id) => ({ ...id, at: marker.start }))),
  };
}
