import type { TextRange } from '@memora/language/sentences';
import type { MarkerRange } from '../parse-citations.ts';
import type { LineBreak } from './read-break.ts';

/** A line break inside a block, with the marks of the next line, and its form for `splitStatements`. */
export interface BlockBreak extends TextRange {
  readonly as: LineBreak;
}

const BLANK = ' '.repeat(64);
/**
 * Breaks inside a line, and ends of cells and blocks of HTML with the bare tags of blocks after them:
 * `<td>a</td><td>b [1]</td></tr>` contains two statements, and a tag alone is no statement.
 */
const INNER_BREAK =
  /<br[ \t]*\/?>|<\/(?:t[dhr]|li|p|div|d[td]|h\d)>(?:\s*<\/?(?:t[dhr]|t(?:able|body|head)|li|[uo]l|p|div|d[dlt]|h\d)>)*|[\u0085\u2028\u2029\v\f]/giu;
const MAY_BREAK = /<[bB/]|[\u0085\u2028\u2029\v\f]/u;

/**
 * The content of a block that starts at `from`, at the same length. Markers and the marks of lines become
 * spaces, and line breaks their masked form. A break at the very start has already ended the statement before
 * it.
 */
export function maskBlock(
  content: string,
  from: number,
  markers: readonly MarkerRange[],
  breaks: readonly BlockBreak[],
): string {
  const [only] = markers;
  const inner: BlockBreak[] = MAY_BREAK.test(content)
    ? [...content.matchAll(INNER_BREAK)].map(({ 0: mark, index }) => ({
        start: from + index,
        end: from + index + mark.length,
        as: '\r',
      }))
    : [];
  if (breaks.length + inner.length === 0 && only === undefined) return content;
  // Most blocks are one sentence with one marker.
  if (
    breaks.length + inner.length === 0 &&
    markers.length === 1 &&
    only !== undefined &&
    only.end - only.start <= BLANK.length
  ) {
    const [start, end] = [only.start - from, only.end - from];
    return content.slice(0, start) + BLANK.slice(start - end) + content.slice(end);
  }
  const masks = [
    ...markers.map(({ start, end }) => ({ start, end, as: ' ' })),
    ...breaks
      .filter(({ start, end }) => start >= from && end <= from + content.length)
      .map(({ start, end, as }) => ({ start, end, as: start > from ? as : ' ' })),
    ...inner.map(({ start, end, as }) => ({ start, end, as: start > from ? as : ' ' })),
  ].sort((a, b) => a.start - b.start);
  let masked = '';
  let at = 0;
  for (const { start, end, as } of masks) {
    if (start - from < at) continue;
    masked += content.slice(at, start - from) + as + ' '.repeat(end - start - 1);
    at = end - from;
  }
  return masked + content.slice(at);
}
