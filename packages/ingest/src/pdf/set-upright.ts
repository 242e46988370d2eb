import type { TextItem } from './to-fragments.ts';

interface PageText {
  readonly items: readonly TextItem[];
  /** Left, bottom, right and top of the page. */
  readonly view: readonly number[];
}

/** The directions of text: right, up, left, down. */
const TURNS = 4;

/**
 * The text of a page in its reading direction: if most of it runs up, down or backwards, as on rotated scans, the page is rotated with it. A few rotated words
 * on an upright page stay as they are.
 */
export function setUpright({ items, view }: PageText): PageText {
  const lengths = Array.from({ length: TURNS }, () => 0);
  for (const { str, transform } of items) {
    const turn = turnOf(transform);
    lengths[turn] = (lengths[turn] ?? 0) + str.trim().length;
  }
  const turn = lengths.indexOf(Math.max(...lengths));
  if (turn === 0) return { items, view };
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const [width, height] = [right - left, top - bottom];
  return {
    items: items.map((item) => {
      const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
      const [ax, ay] = turned(a, b, turn);
      const [cx, cy] = turned(c, d, turn);
      const [atX, atY] = turned(x - left, y - bottom, turn);
      // The corner that is now the lower left one becomes the origin.
      const dx = turn === 2 ? width : turn === 3 ? height : 0;
      const dy = turn === 1 ? width : turn === 2 ? height : 0;
      return { ...item, transform: [ax, ay, cx, cy, atX + dx, atY + dy] };
    }),
    view: turn === 2 ? [0, 0, width, height] : [0, 0, height, width],
  };
}

function turnOf([a = 1, b = 0]: readonly number[]): number {
  if (Math.abs(a) >= Math.abs(b)) return a >= 0 ? 0 : 2;
  return b > 0 ? 1 : 3;
}

/** Rotates a vector clockwise by the number of quarter turns that make text in that direction upright. */
function turned(x: number, y: number, turn: number): readonly [number, number] {
  if (turn === 1) return [y, -x];
  return turn === 2 ? [-x, -y] : [-y, x];
}
