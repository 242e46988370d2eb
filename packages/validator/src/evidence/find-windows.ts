import { isBoundary, type NoteEdges } from './note-edges.ts';

/** The maximum number of windows hashed over all lengths: with word-like edges, and others. */
const LIKELY_BUDGET = 400_000;
const OTHER_BUDGET = 20_000;
/** The minimum number of windows per length. */
const LEAST_LIKELY = 2_000;
const LEAST_OTHER = 100;
/** The cost of a window grows with its bytes, so a longer one counts as several of this length. */
const COUNTED_LENGTH = 128;

/** Bytes before the original place at which the search begins: moved text is usually nearby. */
const REACH = 8_192;

/** The lengths to search. Each call of `test` hashes one window for everything of its length, and returns true once nothing of that length is left. */
interface WindowTest {
  readonly lengths: readonly number[];
  /** Returns the original place of the first text with a length. */
  readonly placeOf: (length: number) => number;
  readonly test: (start: number, end: number) => boolean;
}

/**
 * Tries windows of a note until everything is found: for all lengths together between the edges of lines, sentences and cells; then, for each remaining length,
 * between words; finally any others, within a budget shared by the lengths.
 */
export function findWindows(
  bytes: Uint8Array,
  edges: NoteEdges,
  { lengths, test, placeOf }: WindowTest,
): void {
  const wanted = new Set(
    lengths.filter((length) => Number.isSafeInteger(length) && length > 0 && length <= bytes.length),
  );
  const tryWindow = (start: number, end: number): void => {
    if (test(start, end)) wanted.delete(end - start);
  };
  trySegments(edges, wanted, bytes.length, tryWindow);
  const likely = Math.max(LEAST_LIKELY, LIKELY_BUDGET / wanted.size);
  const other = Math.max(LEAST_OTHER, OTHER_BUDGET / wanted.size);
  for (const length of [...wanted]) {
    const share = (budget: number) => Math.ceil(budget / costOf(length));
    tryLength(bytes, edges, length, placeOf(length), test, share(likely), share(other));
  }
}

function costOf(length: number): number {
  return Math.max(1, length / COUNTED_LENGTH);
}

function trySegments(
  { starts, ends, endsSegment }: NoteEdges,
  wanted: Set<number>,
  size: number,
  hashWindow: (start: number, end: number) => void,
): void {
  const longest = [...wanted].reduce((most, length) => Math.max(most, length), 0);
  let budget = LIKELY_BUDGET;
  const tryWindow = (start: number, end: number): void => {
    budget -= costOf(end - start);
    hashWindow(start, end);
  };
  let [from, to] = [0, 0];
  for (const start of starts) {
    if (wanted.size === 0 || budget <= 0) return;
    while (from < ends.length && (ends[from] as number) <= start) from++;
    while (to < ends.length && (ends[to] as number) <= start + longest) to++;
    // Iterate over the smaller set: the ends within reach, or the lengths.
    if (to - from <= wanted.size) {
      for (let i = from; i < to; i++) {
        const end = ends[i] as number;
        if (wanted.has(end - start)) tryWindow(start, end);
      }
    } else {
      for (const length of wanted) {
        const end = start + length;
        if (end <= size && endsSegment[end] === 1) tryWindow(start, end);
      }
    }
  }
}

function tryLength(
  bytes: Uint8Array,
  { startsLikely, endsLikely }: NoteEdges,
  length: number,
  place: number,
  test: WindowTest['test'],
  likely: number,
  other: number,
): void {
  const places = bytes.length - length + 1;
  const first = place > REACH && place - REACH < places ? Math.floor(place - REACH) : 0;
  let budget = likely;
  for (let i = 0, at = first; i < places && budget > 0; i++, at = at + 1 === places ? 0 : at + 1) {
    if (startsLikely[at] === 0 || endsLikely[at + length] === 0) continue;
    budget--;
    if (test(at, at + length)) return;
  }
  budget = other;
  for (let i = 0, at = first; i < places && budget > 0; i++, at = at + 1 === places ? 0 : at + 1) {
    if (startsLikely[at] === 1 && endsLikely[at + length] === 1) continue;
    if (!isBoundary(bytes[at]) || !isBoundary(bytes[at + length])) continue;
    budget--;
    if (test(at, at + length)) return;
  }
}
