import type { SpanLike } from '@memora/core';
import { textAt } from '../passages/read-passage.ts';

/** A unit of a note: its place in bytes and its text. */
interface Unit {
  readonly span: SpanLike;
  readonly text: string;
}

/**
 * Returns the unit that introduces the list of a list item: the nearest text above it that ends in a colon and stands before the list, or is an item that the
 * item is in. An item alone can say the opposite of its note: `- allow dogs` below `We do not:`. Returns null if there is none, or if the unit is no item;
 * `above` if the list begins before the first unit.
 */
export function findLeadIn<Each extends Unit>(
  units: readonly Each[],
  item: Unit,
  bytes: Uint8Array,
): Each | 'above' | null {
  let depth = depthOf(item.span, bytes);
  if (depth === null) return null;
  for (const unit of units.filter(({ span }) => span.end <= item.span.start).toReversed()) {
    const own = depthOf(unit.span, bytes);
    if (own !== null && own >= depth) continue;
    if (endsInColon(unit.text)) return unit;
    if (own === null) return null;
    depth = own;
  }
  return 'above';
}

const LINE_FEED = 10;
const BULLETS = ['-', '*', '+'];

/** Returns the indentation of the list item whose first line a place is in; null if it is in none. Quote marks count as indentation. */
function depthOf({ start }: SpanLike, bytes: Uint8Array): number | null {
  const lineStart = bytes.lastIndexOf(LINE_FEED, Math.max(0, start - 1)) + 1;
  const before = textAt(bytes, { start: lineStart, end: start }).replaceAll('>', ' ');
  const [mark = ''] = before.trimStart().split(' ');
  const isNumber = (mark.endsWith('.') || mark.endsWith(')')) && Number.isInteger(Number(mark.slice(0, -1)));
  const isItem = BULLETS.includes(mark) || (mark.length > 1 && isNumber);
  return isItem ? before.length - before.trimStart().length : null;
}

function endsInColon(text: string): boolean {
  const bare = text.replaceAll('*', '').replaceAll('_', '').trimEnd();
  return bare.endsWith(':') || bare.endsWith('：');
}
