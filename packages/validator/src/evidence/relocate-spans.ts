import type { SpanLike } from '@memora/core';
import { findOccurrences } from './find-occurrences.ts';
import { findWindows } from './find-windows.ts';
import { createHeadingPaths } from './heading-paths.ts';
import { readNoteEdges } from './note-edges.ts';

/** A span whose bytes are no longer in their place. */
export interface WantedSpan {
  /** The original place; both in bytes. */
  readonly start: number;
  readonly length: number;
  /** The result of `hash` for the wanted bytes. */
  readonly print: string;
  readonly hash: (window: Uint8Array) => string;
  readonly headingPath: readonly string[] | null;
}

/** The single place found, or `null` and whether there were several. */
export interface Relocation {
  readonly span: SpanLike | null;
  readonly several: boolean;
}

/**
 * Finds spans that moved within their note, all of a note at once: a window is hashed once for all spans of its length and hash. Windows between sentence edges
 * come first, then those between words, then any character boundary within a budget. Of several places, the one under the same headings is chosen. Results are
 * in the order of the spans.
 */
export function relocateSpans(bytes: Uint8Array, spans: readonly WantedSpan[]): Relocation[] {
  const firsts = findFirsts(bytes, spans);
  const byLength = groupBy([...firsts.keys()], ({ length }) => length);
  const placesOf = new Map<WantedSpan, readonly number[]>();
  for (const [length, found] of byLength) {
    const first = (span: WantedSpan) => firsts.get(span) as number;
    const places = findOccurrences(bytes, length, found.map(first));
    for (const span of found) placesOf.set(span, places.get(first(span)) ?? []);
  }
  const isUnder = createHeadingPaths(bytes);
  return spans.map((span): Relocation => {
    const places = placesOf.get(span);
    if (places === undefined) return { span: null, several: false };
    const { headingPath, length } = span;
    const left =
      places.length > 1 && headingPath?.length ? places.filter((at) => isUnder(at, headingPath)) : places;
    const [at] = left;
    return at === undefined || left.length > 1
      ? { span: null, several: true }
      : { span: { start: at, end: at + length }, several: false };
  });
}

/** Returns one place for each span that is still in the note. */
function findFirsts(bytes: Uint8Array, spans: readonly WantedSpan[]): Map<WantedSpan, number> {
  const firsts = new Map<WantedSpan, number>();
  const edges = readNoteEdges(bytes);
  for (const [hash, same] of groupBy(spans, (span) => span.hash)) {
    const wantedByLength = new Map(
      [...groupBy(same, ({ length }) => length)].map(([length, list]) => [
        length,
        groupBy(list, ({ print }) => print),
      ]),
    );
    const placeByLength = new Map<number, number>();
    for (const { length, start } of same)
      placeByLength.set(length, Math.min(start, placeByLength.get(length) ?? start));
    findWindows(bytes, edges, {
      lengths: [...wantedByLength.keys()],
      placeOf: (length) => placeByLength.get(length) ?? 0,
      test: (start, end) => {
        const wanted = wantedByLength.get(end - start) as Map<string, WantedSpan[]>;
        const found = hash(bytes.subarray(start, end));
        for (const span of wanted.get(found) ?? []) firsts.set(span, start);
        wanted.delete(found);
        return wanted.size === 0;
      },
    });
  }
  return firsts;
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
