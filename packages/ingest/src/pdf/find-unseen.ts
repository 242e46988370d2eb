import type { TextItem } from './to-fragments.ts';

/** The drawing operations of a page, as pdf.js lists them. */
interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The numbers of the operators that are used here, from `OPS` of pdf.js. */
export interface OperatorNumbers {
  readonly [name: string]: number;
}

type Matrix = readonly [number, number, number, number, number, number];

interface State {
  readonly matrix: Matrix;
  readonly mode: number;
  readonly isWhite: boolean;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly top: number;
}

/** Text rendering modes that draw nothing. */
const NEITHER_FILLED_NOR_DRAWN = new Set([3, 7]);
/** Minimum value of each channel that looks white. */
const WHITE = 0.97;
/** Maximum number of glyphs on either side that have no counterpart between the drawing and the text. */
const MOST_SKIPPED = 12;

/**
 * The invisible items of a page: drawn in a mode that draws nothing, or white on an uncoloured background. If a picture fills the page, the text after it was
 * recognised in it, and is read.
 */
export function findUnseen(
  items: readonly TextItem[],
  { fnArray, argsArray }: Operators,
  ops: OperatorNumbers,
): ReadonlySet<TextItem> {
  const signs: { readonly text: string; readonly isDrawn: boolean; readonly isWhite: boolean }[] = [];
  const grounds: Box[] = [];
  let hasPicture = false;
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], mode: 0, isWhite: false };
  const saved: State[] = [];
  for (const [i, operator] of fnArray.entries()) {
    const args = (argsArray[i] ?? []) as readonly unknown[];
    switch (operator) {
      case ops['save']:
        if (saved.length < DEEPEST) saved.push(state);
        break;
      case ops['restore']:
        state = saved.pop() ?? state;
        break;
      case ops['transform']:
        state = { ...state, matrix: multiply(state.matrix, args as unknown as Matrix) };
        break;
      case ops['setTextRenderingMode']:
        state = { ...state, mode: Number(args[0]) };
        break;
      case ops['setFillRGBColor']:
        state = { ...state, isWhite: isWhite(args) };
        break;
      case ops['setFillColorN']:
      case ops['setFillGray']:
      case ops['setFillColor']:
        state = { ...state, isWhite: false };
        break;
      case ops['constructPath']: {
        const box = boxOf(args, state.matrix);
        if (box !== null && !state.isWhite) grounds.push(box);
        break;
      }
      case ops['shadingFill']:
      case ops['paintImageXObject']:
      case ops['paintInlineImageXObject']:
      case ops['paintImageMaskXObject']:
        hasPicture = true;
        break;
      case ops['showText']:
        for (const glyph of (args[0] ?? []) as readonly ({ readonly unicode?: string } | number | null)[])
          if (typeof glyph === 'object' && typeof glyph?.unicode === 'string' && glyph.unicode.trim() !== '')
            signs.push({
              text: glyph.unicode,
              isDrawn: !NEITHER_FILLED_NOR_DRAWN.has(state.mode),
              isWhite: state.isWhite,
            });
        break;
    }
  }
  if (signs.every(({ isDrawn, isWhite }) => isDrawn && !isWhite)) return new Set();
  const unseen = new Set<TextItem>();
  let next = 0;
  for (const item of items) {
    let [hidden, white, all] = [0, 0, 0];
    for (const sign of item.str.replaceAll(' ', '')) {
      const skipped = signs.slice(next, next + MOST_SKIPPED).findIndex(({ text }) => text.includes(sign));
      if (skipped < 0) continue;
      const found = signs[next + skipped];
      // A ligature is one glyph and several letters.
      next += skipped + (found !== undefined && found.text.length > 1 && !found.text.endsWith(sign) ? 0 : 1);
      all++;
      if (found?.isDrawn === false) hidden++;
      else if (found?.isWhite === true) white++;
    }
    const isHidden = hidden * 2 > all && !hasPicture;
    const [x = 0, y = 0] = item.transform.slice(4);
    const isOnGround = hasPicture || grounds.some((box) => isInside(x, y, box));
    if (isHidden || (white * 2 > all && !isOnGround)) unseen.add(item);
  }
  return unseen;
}

const DEEPEST = 1_000;

function isWhite(args: readonly unknown[]): boolean {
  const [first] = args;
  if (typeof first === 'string') {
    const value = Number.parseInt(first.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255].every((part) => part / 255 >= WHITE);
  }
  return args.length >= 3 && args.slice(0, 3).every((part) => Number(part) / 255 >= WHITE);
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

/** The bounding box of a path on the page; pdf.js gives it in the path's own coordinates. */
function boxOf(args: readonly unknown[], matrix: Matrix): Box | null {
  const box = args.at(-1);
  if (!(box instanceof Float32Array) && !Array.isArray(box)) return null;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(box as ArrayLike<number>, Number);
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => [
    matrix[0] * x + matrix[2] * y + matrix[4],
    matrix[1] * x + matrix[3] * y + matrix[5],
  ]);
  const xs = corners.map(([x = 0]) => x);
  const ys = corners.map(([, y = 0]) => y);
  return { x: Math.min(...xs), right: Math.max(...xs), y: Math.min(...ys), top: Math.max(...ys) };
}

function isInside(x: number, y: number, box: Box): boolean {
  return x >= box.x - 1 && x <= box.right + 1 && y >= box.y - 1 && y <= box.top + 1;
}
