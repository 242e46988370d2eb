import type { TextRange } from '@memora/language/sentences';
import type { MarkerRange } from './parse-citations.ts';

/** A text without some of its parts, and its markers where they are then. */
interface CutText {
  readonly text: string;
  readonly markers: readonly MarkerRange[];
}

/** Takes parts out of a text. `cuts` are in order and hold no marker; markers count from where the text starts. */
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
