import type { TextRange } from '@memora/language/sentences';
import type { AlignOptions } from '../contract/alignment.ts';
import { normaliseText } from './normalise-text.ts';
import { foldCase } from './prepare-source.ts';

/** UTF-16 units around a place that are compared with the given context. */
const CONTEXT = 120;

/** Returns the place that the context selects, or `null` if several fit equally well. */
export function choosePlace(
  text: string,
  places: readonly TextRange[],
  { near, before, after }: AlignOptions,
): TextRange | null {
  let left = places;
  if (left.length > 1 && (before ?? after) !== undefined) {
    left = best(left, (place) => {
      const head =
        before === undefined
          ? 0
          : sharedSuffix(text.slice(Math.max(0, place.start - CONTEXT), place.start), before);
      const tail = after === undefined ? 0 : sharedPrefix(text.slice(place.end, place.end + CONTEXT), after);
      return head + tail;
    });
  }
  if (left.length > 1 && near !== undefined) left = best(left, (place) => -Math.abs(place.start - near));
  return left.length === 1 ? (left[0] as TextRange) : null;
}

function best(places: readonly TextRange[], score: (place: TextRange) => number): TextRange[] {
  const scores = places.map(score);
  const top = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  return places.filter((_, i) => scores[i] === top);
}

function plain(text: string): string {
  return foldCase(normaliseText(text).text).trim();
}

function sharedPrefix(a: string, b: string): number {
  const left = plain(a);
  const right = plain(b);
  let i = 0;
  while (i < left.length && i < right.length && left[i] === right[i]) i++;
  return i;
}

function sharedSuffix(a: string, b: string): number {
  const left = plain(a);
  const right = plain(b);
  let i = 0;
  while (i < left.length && i < right.length && left.at(-1 - i) === right.at(-1 - i)) i++;
  return i;
}
