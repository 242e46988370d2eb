import type { SpanLike } from '@memora/core';
import { endsInColon } from '@memora/language/passages';
import { textAt } from '../passages/read-passage.ts';

/** A unit of a note: its place in bytes and its text. */
interface Unit {
  readonly span: SpanLike;
  readonly text: string;
}

/**
 * Returns the unit that introduces the list of a list item: the nearest text above it that ends in a colon and stands before the list, or is an item that the
 * item is in. An item alone can say the opposite of its note: `- allow dogs` below `We do not:`. Returns null if there is none, or if the unit is no item;
 * `above` if the list begins before the first unit. `above`: the units before it, nearest first.
 */
export function findLeadIn<Each extends Unit>(
  item: Pick<Unit, 'span'>,
  above: Iterable<Each>,
  bytes: Uint8Array,
): Each | 'above' | null {
  let depth = depthOf(item.span, bytes);
  if (depth === null) return null;
  for (const unit of above) {
    const own = depthOf(unit.span, bytes);
    if (own !== null && own >= depth) continue;
    if (endsInColon(unit.text)) return unit;
    if (own === null) return null;
    depth = own;
  }
  return 'above';
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
const BULLETS = ['-', '*', '+'];
/** In bytes: what is read of a line for its mark. A line may be the whole note. */
const LONGEST_PREFIX = 256;

/** Returns the indentation of the list item whose first line a place is in; null if it is in none. Quote marks count as indentation. */
function depthOf({ start }: SpanLike, bytes: Uint8Array): number | null {
  const from = Math.max(0, start - 1);
  const lineStart =
    Math.max(bytes.lastIndexOf(LINE_FEED, from), bytes.lastIndexOf(CARRIAGE_RETURN, from)) + 1;
  const end = Math.min(start, lineStart + LONGEST_PREFIX);
  const before = textAt(bytes, { start: lineStart, end }).replaceAll('>', ' ');
  const [mark = ''] = before.trimStart().split(' ');
  const isNumber = (mark.endsWith('.') || mark.endsWith(')')) && Number.isInteger(Number(mark.slice(0, -1)));
  const isItem = BULLETS.includes(mark) || (mark.length > 1 && isNumber);
  return isItem ? before.length - before.trimStart().length : null;
}
