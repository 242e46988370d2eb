import type { TextRange } from '@memora/core';
import type { MarkerRange } from './parse-citations.ts';
import type { LineBreak } from './read-break.ts';

/** A line break inside a block, with the marks of the next line, and how `splitStatements` is to see it. */
export interface BlockBreak extends TextRange {
  readonly as: LineBreak;
}

/**
 * The content of a block that starts at `from`, at its full length: markers and the marks of lines as spaces, breaks as they are
 * to be seen. A break right at the start has done its work: the statement before has ended there.
 */
export function maskBlock(
  content: string,
  from: number,
  markers: readonly MarkerRange[],
  breaks: readonly BlockBreak[],
): string {
  if (markers.length === 0 && breaks.length === 0) return content;
  const masks = [
    ...markers.map(({ start, end }) => ({ start, end, as: ' ' })),
    ...breaks
      .filter(({ start, end }) => start >= from && end <= from + content.length)
      .map(({ start, end, as }) => ({ start, end, as: start > from ? as : ' ' })),
  ].sort((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  for (const { start, end, as } of masks) {
    masked += content.slice(at, start - from) + as + ' '.repeat(end - start - 1);
    at = end - from;
  }
  return masked + content.slice(at);
}
