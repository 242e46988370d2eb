import type { NoteGraph } from '../../src/graph/note-graph.ts';

/** Width of the drawing. */
export const SIZE = 1000;
const HEIGHT = SIZE * 0.7;
const ROUNDS = 160;

/** Where a note is drawn. */
export interface Point {
  x: number;
  y: number;
}

/** Places notes so that those with a line between them are near each other (Fruchterman and Reingold); the same for the same graph. */
export function placeNotes({ notes, links }: NoteGraph): readonly Point[] {
  const points = notes.map((_, i): Point => {
    // A spiral to begin with: the first notes have the most lines and stand in the middle.
    const [angle, far] = [i * 2.4, Math.sqrt((i + 1) / (notes.length + 1))];
    return {
      x: SIZE / 2 + far * SIZE * 0.45 * Math.cos(angle),
      y: HEIGHT / 2 + far * HEIGHT * 0.45 * Math.sin(angle),
    };
  });
  const wanted = Math.sqrt((SIZE * HEIGHT) / Math.max(1, notes.length)) * 0.75;
  for (let round = 0; round < ROUNDS; round++) {
    const moves = points.map((): Point => ({ x: 0, y: 0 }));
    const push = (i: number, j: number, force: (far: number) => number) => {
      const [a, b, m, n] = [points[i], points[j], moves[i], moves[j]];
      if (a === undefined || b === undefined || m === undefined || n === undefined) return;
      const far = Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
      const by = force(far) / far;
      m.x += (a.x - b.x) * by;
      m.y += (a.y - b.y) * by;
      n.x -= (a.x - b.x) * by;
      n.y -= (a.y - b.y) * by;
    };
    for (let i = 0; i < points.length; i++)
      for (let j = 0; j < i; j++) push(i, j, (far) => (wanted * wanted) / far);
    for (const [i, j] of links) push(i, j, (far) => -(far * far) / wanted / 3);
    const step = 30 * (1 - round / ROUNDS);
    for (const [i, point] of points.entries()) {
      const move = moves[i] ?? { x: 0, y: 0 };
      const far = Math.max(1, Math.hypot(move.x, move.y));
      point.x = clamp(point.x + (move.x / far) * Math.min(far, step), 30, SIZE - 30);
      point.y = clamp(point.y + (move.y / far) * Math.min(far, step), 24, HEIGHT - 16);
    }
  }
  return points;
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}
