import type { TextRange } from '@memora/language/sentences';
import type { MarkerRange } from './parse-citations.ts';

/** A text without some of its parts, with its markers at their new places. */
interface CutText {
  readonly text: string;
  readonly markers: readonly MarkerRange[];
}

/** Removes parts of a text. `cuts` are in order and contain no marker; markers count from the start of the text. */
export function cutRanges(
  text: string,
  markers: readonly MarkerRange[],
  cuts: readonly TextRange[],
): CutText {
  let [rest, at] = ['', 0];
  for (const { start, end } of cuts) {
    rest += text.slice(at, start);
    at = end;
  }
  const shift = (place: number) =>
    cuts.reduce((to, { start, end }) => to - Math.max(0, Math.min(place, end) - start), place);
  return {
    text: rest + text.slice(at),
    markers: markers.map((marker) => ({ ...marker, start: shift(marker.start), end: shift(marker.end) })),
  };
}
