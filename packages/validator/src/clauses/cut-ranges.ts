import type { TextRange } from '@memora/language/sentences';
import type { MarkerRange } from '../statements/parse-citations.ts';

/** A text without some ranges of it, and its markers where they stand then. */
export interface CutText {
  readonly text: string;
  readonly markers: readonly MarkerRange[];
}

/** Takes ranges out of a text; they may overlap each other, and no marker. All offsets count from the start of the text. */
export function cutRanges(
  text: string,
  markers: readonly MarkerRange[],
  cuts: readonly TextRange[],
): CutText {
  const sorted = [...cuts].sort((a, b) => a.start - b.start);
  let kept = '';
  let at = 0;
  const shiftAt = (offset: number) => {
    let shift = 0;
    let end = 0;
    for (const cut of sorted) {
      if (cut.start >= offset) break;
      shift += Math.max(0, Math.min(cut.end, offset) - Math.max(cut.start, end));
      end = Math.max(end, cut.end);
    }
    return shift;
  };
  for (const { start, end } of sorted) {
    if (start > at) kept += text.slice(at, start);
    at = Math.max(at, end);
  }
  return {
    text: kept + text.slice(at),
    markers: markers.map((marker) => ({
      ...marker,
      start: marker.start - shiftAt(marker.start),
      end: marker.end - shiftAt(marker.end),
    })),
  };
}
