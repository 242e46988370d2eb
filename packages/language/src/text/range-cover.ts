import type { TextRange } from '../sentences/segment-sentences.ts';

/** Returns a test for whether a range lies within one of `ranges`, in logarithmic time. */
export function createCover(ranges: readonly TextRange[]): (start: number, end: number) => boolean {
  if (ranges.length === 0) return () => false;
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  /** The furthest end among the ranges up to this index. */
  const reach: number[] = [];
  for (const { end } of sorted) reach.push(Math.max(reach.at(-1) ?? 0, end));
  return (start, end) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as TextRange).start <= start) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (reach[low - 1] as number) >= end;
  };
}
