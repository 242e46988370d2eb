import type { Point } from './place-notes.ts';

/** Width of a letter and height of a line, in units of the drawing. */
const LETTER = 7;
const LINE = 16;

/** Chooses the labels to draw: of overlapping nodes, the one with the most links, and names before notes. */
export function chooseLabels(
  nodes: readonly { readonly label: string; readonly links: number; readonly isName: boolean }[],
  places: readonly Point[],
): ReadonlySet<number> {
  const taken: { readonly x: number; readonly y: number; readonly half: number }[] = [];
  const chosen = new Set<number>();
  const inTurn = [...nodes.entries()].sort(
    ([, a], [, b]) => Number(b.isName) - Number(a.isName) || b.links - a.links,
  );
  for (const [i, { label }] of inTurn) {
    const place = places[i];
    if (place === undefined) continue;
    const half = (label.length * LETTER) / 2;
    const isFree = taken.every(
      (other) => Math.abs(other.y - place.y) > LINE || Math.abs(other.x - place.x) > half + other.half + 4,
    );
    if (!isFree) continue;
    taken.push({ x: place.x, y: place.y, half });
    chosen.add(i);
  }
  return chosen;
}
