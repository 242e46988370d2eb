import { diffIndices } from 'node-diff3';
import { joinPieces, type Piece, splitPieces } from './pieces.ts';

/** A text that somebody may have edited, and the new version of its source. */
interface TextVersions {
  /** The pieces of the text when it was generated; see {@link keysOf}. Null if unknown. */
  readonly base: readonly string[] | null;
  /** The current text. */
  readonly mine: string;
  /** The newly generated text. */
  readonly theirs: string;
  /** Hashes a piece of a text; equal pieces have equal hashes. */
  readonly key: (piece: string) => string;
}

interface MergedText {
  readonly text: string;
  /** Places that a person edited, which are kept. */
  readonly edits: number;
  /** Of those, places where the source has changed too: its new text is not in the result. */
  readonly conflicts: number;
  /** True if the generated text is unknown, so edits can't be determined: the text stays as it is. */
  readonly isUnknown: boolean;
}

/** A half-open range of the base, and its replacement in another version. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** Maximum number of pairs of equal lines that are compared, because a text may repeat one line a million times. */
const MOST_PAIRS = 4_000_000;

/**
 * Merges a new version of a text into an edited one. If only one side has changed, its change is taken; if both have, the edit is kept and counted. Insertions
 * of both sides are kept. Linear for texts that hardly differ.
 */
export function mergeText({ base, mine, theirs, key }: TextVersions): MergedText {
  const [own, other] = [splitPieces(mine, 'mine', key), splitPieces(theirs, 'theirs', key)];
  const [ownKeys, otherKeys] = [own.map((piece) => piece.key), other.map((piece) => piece.key)];
  const kept = { text: mine, edits: 0, conflicts: 0, isUnknown: false };
  if (isSame(ownKeys, otherKeys)) return kept;
  if (base === null) return { ...kept, isUnknown: true };
  if (isSame(ownKeys, base)) return { ...kept, text: theirs };
  const [edited, changed] = [hunksOf(base, own), hunksOf(base, other)];
  if (edited === null || changed === null)
    return { ...kept, edits: 1, conflicts: isSame(otherKeys, base) ? 0 : 1 };
  if (changed.length === 0) return { ...kept, edits: edited.length };
  const merged = mergeHunks(own, base.length, edited, changed);
  return {
    text: joinPieces(merged.pieces, mine),
    edits: edited.length,
    conflicts: merged.conflicts,
    isUnknown: false,
  };
}

/** The hashes of a text's pieces, as they are stored for the next version. */
export function keysOf(text: string, key: TextVersions['key']): string[] {
  return splitPieces(text, 'theirs', key).map((piece) => piece.key);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}

/** The differences of a version from the base; null if computing them would take too long. */
function hunksOf(base: readonly string[], version: readonly Piece[]): Hunk[] | null {
  const keys = version.map((piece) => piece.key);
  let head = 0;
  while (head < base.length && head < keys.length && base[head] === keys[head]) head++;
  let tail = 0;
  while (
    tail < base.length - head &&
    tail < keys.length - head &&
    base[base.length - 1 - tail] === keys[keys.length - 1 - tail]
  )
    tail++;
  const [from, to] = [base.slice(head, base.length - tail), keys.slice(head, keys.length - tail)];
  if (pairsOf(from, to) > MOST_PAIRS) return null;
  return diffIndices(from, to).map(({ buffer1, buffer2 }) => ({
    start: head + buffer1[0],
    end: head + buffer1[0] + buffer1[1],
    pieces: version.slice(head + buffer2[0], head + buffer2[0] + buffer2[1]),
  }));
}

function pairsOf(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of one) counts.set(key, (counts.get(key) ?? 0) + 1);
  return other.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
}

/** A hunk and its side. */
interface SidedHunk extends Hunk {
  readonly side: Piece['side'];
}

function mergeHunks(
  own: readonly Piece[],
  length: number,
  edited: readonly Hunk[],
  changed: readonly Hunk[],
): { readonly pieces: Piece[]; readonly conflicts: number } {
  const places = ownPlaces(length, edited);
  const copy = (start: number, end: number): Piece[] =>
    places.slice(start, end).flatMap((place) => (place === null ? [] : [own[place] as Piece]));
  const pieces: Piece[] = [];
  let conflicts = 0;
  let at = 0;
  for (const group of groupsOf(edited, changed)) {
    const start = Math.min(...group.map((hunk) => hunk.start));
    const end = Math.max(...group.map((hunk) => hunk.end));
    const mine = group.filter((hunk) => hunk.side === 'mine');
    const theirs = group.filter((hunk) => hunk.side === 'theirs');
    const view = (hunks: readonly Hunk[]): Piece[] => viewOf(hunks, start, end, copy);
    pieces.push(...copy(at, start));
    if (mine.length === 0 || theirs.length === 0) pieces.push(...view(group));
    else if (isSame(keysIn(view(mine)), keysIn(view(theirs)))) pieces.push(...view(mine));
    else if (mine.every(isInsertion)) pieces.push(...view(theirs), ...mine.flatMap((hunk) => hunk.pieces));
    else {
      pieces.push(...view(mine), ...theirs.filter(isInsertion).flatMap((hunk) => hunk.pieces));
      conflicts += theirs.every(isInsertion) ? 0 : 1;
    }
    at = end;
  }
  pieces.push(...copy(at, length));
  return { pieces, conflicts };
}

const isInsertion = (hunk: Hunk): boolean => hunk.start === hunk.end;
const keysIn = (pieces: readonly Piece[]): string[] => pieces.map((piece) => piece.key);

/** Hunks of both sides by position; conflicting ones are in one group. */
function groupsOf(edited: readonly Hunk[], changed: readonly Hunk[]): SidedHunk[][] {
  const all: SidedHunk[] = [
    ...changed.map((hunk) => ({ ...hunk, side: 'theirs' as const })),
    ...edited.map((hunk) => ({ ...hunk, side: 'mine' as const })),
  ].sort((one, other) => one.start - other.start || one.end - other.end);
  const groups: SidedHunk[][] = [];
  let end = -1;
  for (const hunk of all) {
    const group = groups.at(-1);
    const isAtOnePlace =
      group?.length === 1 && group.every(isInsertion) && isInsertion(hunk) && hunk.start === end;
    if (group !== undefined && (hunk.start < end || isAtOnePlace)) group.push(hunk);
    else groups.push([hunk]);
    end = Math.max(end, hunk.end);
  }
  return groups;
}

/** One side's version of a part of the base. */
function viewOf(
  hunks: readonly Hunk[],
  start: number,
  end: number,
  copy: (start: number, end: number) => Piece[],
): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const hunk of hunks) {
    pieces.push(...copy(at, hunk.start), ...hunk.pieces);
    at = hunk.end;
  }
  return [...pieces, ...copy(at, end)];
}

/** The position of each piece of the base in the edited text; null for an edited piece. */
function ownPlaces(length: number, edited: readonly Hunk[]): (number | null)[] {
  const places: (number | null)[] = [];
  let shift = 0;
  for (const hunk of edited) {
    while (places.length < hunk.start) places.push(places.length + shift);
    while (places.length < hunk.end) places.push(null);
    shift += hunk.pieces.length - (hunk.end - hunk.start);
  }
  while (places.length < length) places.push(places.length + shift);
  return places;
}
