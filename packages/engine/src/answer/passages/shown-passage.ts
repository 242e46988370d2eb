import type { SpanLike } from '@memora/core';
import { estimateTokens } from '@memora/language/text';
import type { FoundPassage } from './found-passage.ts';
import { type ReadPassage, textAt } from './read-passage.ts';

/** Nearby passages of one note, which a prompt shows under one handle. */
export interface ShownPassage {
  /** From 1, in the order of the prompt. */
  readonly handle: number;
  /** In the order of the note. */
  readonly reads: readonly ReadPassage[];
}

/** In UTF-16 units: a gap up to this size between two passages of a note is shown too. */
const NEAR = 240;

/**
 * Chooses what a prompt shows: whole passages, best first until no more fit, then in the order of their notes. `tokens` is the limit for the passages and their
 * handles, as counted by `estimateTokens`. Also returns how many were left out.
 */
export function choosePassages(
  found: readonly ReadPassage[],
  tokens: number,
): { readonly shown: readonly ShownPassage[]; readonly left: number } {
  const chosen: ReadPassage[] = [];
  let used = 0;
  let left = 0;
  for (const read of found) {
    const room = tokens - used - HANDLE;
    const fits = costOf(read) <= room ? read : chosen.length === 0 ? cutTo(read, room) : null;
    if (fits === null) {
      left++;
      continue;
    }
    chosen.push(fits);
    used += costOf(fits) + HANDLE;
  }
  const notes = Map.groupBy(chosen, ({ found }) => found.passage.notePath);
  const groups = [...notes.values()].flatMap((ofNote) => joinNear(ofNote));
  return { shown: groups.map((reads, i) => ({ handle: i + 1, reads })), left };
}

/** Approximate tokens of a handle with its place. */
const HANDLE = 28;

function costOf({ bytes, pieces }: ReadPassage): number {
  return pieces.reduce((sum, piece) => sum + estimateTokens(textAt(bytes, piece)) + 1, 0);
}

/** Returns the beginning of a passage that is longer than the prompt allows, up to the end of a line. */
function cutTo(read: ReadPassage, tokens: number): ReadPassage | null {
  const [first] = read.pieces;
  const whole = first === undefined ? '' : textAt(read.bytes, first);
  const characters = Math.floor((whole.length * tokens) / estimateTokens(whole));
  if (first === undefined || characters < LEAST_CUT) return null;
  const text = whole.slice(0, characters);
  const end = text.lastIndexOf('\n') > LEAST_CUT ? text.slice(0, text.lastIndexOf('\n')) : text;
  const piece = { start: first.start, end: first.start + Buffer.byteLength(end) } as SpanLike;
  return { ...read, pieces: [piece] };
}

/** In UTF-16 units. */
const LEAST_CUT = 200;

/** Joins passages of one note with only small gaps between them. */
function joinNear(reads: readonly ReadPassage[]): ReadPassage[][] {
  const groups: ReadPassage[][] = [];
  for (const read of [...reads].sort((a, b) => startOf(a) - startOf(b))) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || !isNear(before, read)) groups.push([read]);
    else group.push(read);
  }
  return groups;
}

function isNear(before: ReadPassage, after: ReadPassage): boolean {
  const gap = startOf(after) - (before.pieces.at(-1)?.end ?? 0);
  if (gap > NEAR || speakerOf(before) !== speakerOf(after)) return false;
  return pathOf(before) === pathOf(after) || gap <= 0;
}

function startOf({ pieces }: ReadPassage): number {
  return pieces[0]?.start ?? 0;
}

function speakerOf({ found }: ReadPassage): string | null {
  return found.passage.context.speaker;
}

function pathOf({ found }: ReadPassage): string {
  return found.passage.context.headings.join('\u0000');
}

/** Returns the text of passages that are shown together, in note order. `…` marks the gaps. */
export function textOf({ reads }: ShownPassage): string {
  let text = '';
  let end = -1;
  for (const { bytes, pieces, found } of reads) {
    const { leadIn, header } = found.passage.context;
    for (const [i, piece] of pieces.entries()) {
      if (piece.end <= end) continue;
      const start = Math.max(piece.start, end);
      const between = end < 0 ? '' : textAt(bytes, { start: end, end: start });
      const own = textAt(bytes, { start, end: piece.end });
      const over =
        i === 0 && end < 0 ? [leadIn, header].filter((each) => each !== null && !own.includes(each)) : [];
      text += `${end < 0 ? '' : between.trim() === '' ? between : '\n…\n'}${over.map((each) => `${each}\n`).join('')}${own}`;
      end = piece.end;
    }
  }
  return text.replace(/\s+$/u, '');
}

/** Returns the passage that a group is named after. */
export function firstOf({ reads }: ShownPassage): FoundPassage {
  return (reads[0] as ReadPassage).found;
}
