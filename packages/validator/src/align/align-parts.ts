import type { TextRange } from '@memora/language/sentences';
import type { AlignmentEdit } from '../contract/alignment.ts';
import { findCut } from './find-cut.ts';
import type { PreparedSource } from './prepare-source.ts';

/** The place of each part of a quote with ellipses, and anything that an ellipsis may not leave out. */
interface AlignedParts {
  readonly places: readonly TextRange[];
  readonly edits: readonly AlignmentEdit[];
}

const ELLIPSIS = /\s*[[(]?\s*\.{3,}\s*[\])]?\s*/u;
/** The maximum number of UTF-16 units that an ellipsis may leave out, within one sentence. */
const MAX_GAP = 300;

/** True for a normalised quote that contains an ellipsis. */
export function hasEllipsis(normal: string): boolean {
  return ELLIPSIS.test(normal);
}

/**
 * Aligns a quote with ellipses: its parts must be in order, within one sentence, and not cut words in half. Returns `null` if it has no ellipsis or a part is
 * missing.
 */
export function alignParts(prepared: PreparedSource, normal: string): AlignedParts | null {
  const parts = normal.split(ELLIPSIS).filter((part) => part !== '');
  if (parts.length === 0 || (parts.length === 1 && parts[0] === normal)) return null;
  const { text, toOriginal } = prepared.normalised();
  let refused: AlignedParts | null = null;
  let tries = 0;
  for (let at = text.indexOf(parts[0] as string); at !== -1 && tries < 64; tries++) {
    const ranges = followParts(text, parts, at);
    if (ranges !== null) {
      const places = ranges.map(({ start, end }) => toOriginal(start, end));
      const edits = [...findCut(prepared.text, outer(places)), ...jumped(text, ranges)];
      const found = { places, edits };
      if (edits.length === 0) return found;
      refused ??= found;
    }
    at = text.indexOf(parts[0] as string, at + 1);
  }
  return refused;
}

function followParts(text: string, parts: readonly string[], first: number): TextRange[] | null {
  const ranges: TextRange[] = [];
  let at = first;
  for (const part of parts) {
    const start = ranges.length === 0 ? at : text.indexOf(part, at);
    if (start === -1) return null;
    ranges.push({ start, end: start + part.length });
    at = start + part.length;
  }
  return ranges;
}

function outer(places: readonly TextRange[]): TextRange {
  return { start: (places[0] as TextRange).start, end: (places.at(-1) as TextRange).end };
}

function jumped(text: string, ranges: readonly TextRange[]): AlignmentEdit[] {
  const edits: AlignmentEdit[] = [];
  for (let i = 1; i < ranges.length; i++) {
    const from = (ranges[i - 1] as TextRange).end;
    const to = (ranges[i] as TextRange).start;
    const word = jumpedWord(text.slice(from, to), text.slice(from - 1, from), text.slice(to, to + 1));
    if (word !== null) edits.push({ kind: 'jumped', quote: null, source: word });
  }
  return edits;
}

function jumpedWord(gap: string, before: string, after: string): string | null {
  if (gap.length > MAX_GAP) return gap.slice(0, 40).trim();
  if (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}\p{M}]/u.test(gap)) return gap.trim();
  if (/[\p{L}\p{N}]$/u.test(gap) && /^[\p{L}\p{N}]/u.test(after)) return gap.trim();
  const end = /[.!?](?:\s|$)|[。！？]/u.exec(before + gap);
  if (end !== null) return end[0].trim();
  return null;
}
