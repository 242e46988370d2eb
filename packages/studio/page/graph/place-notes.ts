import type { NoteGraph } from '../../src/graph/note-graph.ts';

/** Width and height of the drawing. */
export const WIDTH = 1000;
export const HEIGHT = 700;
const MARGIN = 70;
const ROUNDS = 240;

/** The position of a note or a name. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Places notes so that linked ones are near each other (Fruchterman and Reingold, with a pull to the middle that keeps unlinked groups together). The same
 * graph always gives the same placement. At the end everything is scaled to fit the drawing.
 */
export function placeNotes({ notes, names, links }: NoteGraph): readonly Point[] {
  const points = [...notes, ...names].map((_, i, all): Point => {
    // Starts with a spiral: the first notes have the most links and go in the middle.
    const [angle, far] = [i * 2.4, Math.sqrt((i + 1) / (all.length + 1))];
    return { x: far * 400 * Math.cos(angle), y: far * 280 * Math.sin(angle) };
  });
  const wanted = Math.sqrt((WIDTH * HEIGHT) / Math.max(1, points.length)) * 0.8;
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
    for (const [i, j] of links) push(i, j, (far) => -(far * far) / wanted / 2);
    const step = 40 * (1 - round / ROUNDS);
    for (const [i, point] of points.entries()) {
      const move = moves[i] ?? { x: 0, y: 0 };
      move.x -= point.x * 0.6;
      move.y -= point.y * 0.9;
      const far = Math.max(1, Math.hypot(move.x, move.y));
      point.x += (move.x / far) * Math.min(far, step);
      point.y += (move.y / far) * Math.min(far, step);
    }
  }
  return fit(points);
}

function fit(points: readonly Point[]): readonly Point[] {
  const along = (axis: 'x' | 'y', size: number) => {
    const values = points.map((point) => point[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const scale = (size - 2 * MARGIN) / Math.max(1, most - least);
    return (value: number) => MARGIN + (value - least) * scale;
  };
  const [x, y] = [along('x', WIDTH), along('y', HEIGHT)];
  return points.map((point) => ({ x: x(point.x), y: y(point.y) }));
}
