import type { Point } from './place-notes.ts';

/** Width of a letter and height of a line, in units of the drawing. */
const LETTER = 7;
const LINE = 16;

/** Which notes get their name drawn: the first of those whose names would overlap. */
export function chooseLabels(names: readonly string[], places: readonly Point[]): ReadonlySet<number> {
  const taken: { readonly x: number; readonly y: number; readonly half: number }[] = [];
  const chosen = new Set<number>();
  for (const [i, name] of names.entries()) {
    const place = places[i];
    if (place === undefined) continue;
    const half = (name.length * LETTER) / 2;
    const isFree = taken.every(
      (other) => Math.abs(other.y - place.y) > LINE || Math.abs(other.x - place.x) > half + other.half + 4,
    );
    if (!isFree) continue;
    taken.push({ x: place.x, y: place.y, half });
    chosen.add(i);
  }
  return chosen;
}
