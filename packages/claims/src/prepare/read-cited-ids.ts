import type { ClaimId } from '@memora/core';
import type { ParsedNote, Segment, SegmentKind } from '@memora/vault';

/** Markers in these segments are examples and cite nothing. */
const QUOTING: ReadonlySet<SegmentKind> = new Set(['code', 'comment', 'math', 'html']);
const ID = '[0-9a-z]{16}';
/** A marker as Memora writes it, with one id or several. */
const MARKER = `\\[claim:[ \\t]?${ID}(?:[ \\t]*[,;][ \\t]*(?:claim:[ \\t]?)?${ID})*\\]`;
const LEADING = new RegExp(`^(?:${MARKER}[ \\t]*)+`, 'u');
const EACH_MARKER = new RegExp(MARKER, 'gu');
const EACH_ID = new RegExp(`(?<![0-9a-z])${ID}(?![0-9a-z])`, 'gu');

/**
 * Returns the ids that a statement of a note cites: from markers in it and from markers directly after it, which the segmenter puts into the next sentence of
 * the paragraph. Code cites nothing. Unique, in order.
 */
export function readCitedIds(note: ParsedNote, at: number): ClaimId[] {
  const segment = note.segments[at];
  if (segment === undefined || QUOTING.has(segment.kind)) return [];
  const [before, after] = [note.segments[at - 1], note.segments[at + 1]];
  const own = continues(before, segment) ? segment.text.replace(LEADING, '') : segment.text;
  const behind = continues(segment, after) ? (LEADING.exec(after?.text ?? '')?.[0] ?? '') : '';
  if (!own.includes('[claim:') && behind === '') return [];
  const markers = `${withoutCode(own)}${behind}`.match(EACH_MARKER) ?? [];
  return [...new Set(markers.flatMap((marker) => marker.match(EACH_ID) ?? []))] as ClaimId[];
}

/** True if the second is the next sentence of the same paragraph. */
function continues(segment: Segment | undefined, next: Segment | undefined): boolean {
  if (segment === undefined || next === undefined) return false;
  const isProse = segment.kind === 'sentence' && next.kind === 'sentence';
  return isProse && next.block === segment.block && next.band === segment.band;
}

function withoutCode(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)[^`]*(?<!`)\1(?!`)/gu, ' ');
}
