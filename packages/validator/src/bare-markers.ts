import { findMarkers, type MarkerRange } from './parse-citations.ts';
import { plainText } from './render-markers.ts';

const WORDLIKE = /[\p{L}\p{N}]/u;

/** True for markers with nothing said beside them. */
export function isBare(text: string): boolean {
  const markers = findMarkers(text);
  return markers.length > 0 && !WORDLIKE.test(plainText(text, 0, markers));
}

/** Markers that stand alone in a block, with the block's marks and brackets, as one: what is left of it follows the statement before. */
export function toOneRange(markers: readonly MarkerRange[], start: number, end: number): MarkerRange {
  return {
    start,
    end,
    ids: markers.flatMap((marker) => marker.ids.map((id) => ({ ...id, at: marker.start }))),
  };
}
