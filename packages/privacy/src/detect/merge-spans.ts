/** A half-open range of offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges as disjoint ones in ascending order; overlapping and adjacent ones are joined. Empty ranges are dropped. */
export function mergeSpans(ranges: readonly TextRange[]): TextRange[] {
  const merged: { start: number; end: number }[] = [];
  const sorted = ranges
    .filter((range) => range.end > range.start)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  for (const { start, end } of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
