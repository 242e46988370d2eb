import type { Fragment } from '../fragment.ts';
import type { TextItem } from '../to-fragments.ts';
import { asItStands, bidi, RTL } from './as-it-stands.ts';

/** Letters in their presentation forms within a word. */
const SHAPES = /[\ufb1d-\ufdff\ufe70-\ufefc]/g;
/** The gaps between words, and between columns and cells, as a share of the font size. */
const SPACE = 0.18;
const APART = 1.1;

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly right: number;
}

interface Row {
  readonly y: number;
  readonly size: number;
  readonly items: TextItem[];
}

/**
 * The lines of a page that have right-to-left text, with the pieces of each joined by position and put in
 * reading order; and the items of all other lines. pdf.js orders the characters within each piece, but not
 * the pieces.
 */
export function joinRtlRows(items: readonly TextItem[]): {
  readonly fragments: Fragment[];
  readonly rest: readonly TextItem[];
} {
  const rows: Row[] = [];
  const find = ({ transform }: TextItem): Row | undefined =>
    rows.find(({ y, size }) => Math.abs(y - (transform[5] ?? 0)) <= 0.35 * Math.max(size, sizeOf(transform)));
  for (const item of items)
    if (RTL.test(item.str) && !isTurned(item) && find(item) === undefined)
      rows.push({ y: item.transform[5] ?? 0, size: sizeOf(item.transform), items: [] });
  if (rows.length === 0) return { fragments: [], rest: items };
  const rest = items.filter((item) => {
    const row = isTurned(item) ? undefined : find(item);
    row?.items.push(item);
    return row === undefined;
  });
  return { fragments: rows.flatMap(toFragmentsOfRow), rest };
}

function toFragmentsOfRow({ y, size, items }: Row): Fragment[] {
  const fragments: Fragment[] = [];
  let text = '';
  let [x, right] = [0, 0];
  const close = (): void => {
    const isRtl = readsFromRight(text);
    if (text.trim() !== '') fragments.push({ text: toReadingOrder(text, isRtl), x, right, y, size, isRtl });
    text = '';
  };
  for (const piece of fromTheLeft(items)) {
    const gap = piece.x - right;
    const isBlank = piece.text.trim() === '';
    if (text !== '' && (gap > APART * size || (isBlank && piece.right - right > APART * size))) close();
    if (isBlank && text === '') continue;
    if (text === '') x = piece.x;
    const isSpaced = text !== '' && gap > SPACE * size && !/\s$/u.test(text) && !/^\s/u.test(piece.text);
    right = text === '' ? piece.right : Math.max(right, piece.right);
    text += isSpaced ? ` ${piece.text}` : piece.text;
  }
  close();
  return fragments;
}

/** The pieces in visual order from the left. A mark comes before its letter, as it does once the line is reversed. */
function fromTheLeft(items: readonly TextItem[]): Piece[] {
  const pieces = items
    .filter(({ str }) => str !== '')
    .map(({ str, dir, transform, width, standing }) => {
      const x = transform[4] ?? 0;
      return { text: standing ?? asItStands(str, dir === 'rtl'), x, right: x + width };
    });
  const marks = pieces.filter(({ text }) => /^\p{M}+$/u.test(text));
  const letters = pieces.filter((piece) => !marks.includes(piece)).sort((a, b) => a.x - b.x);
  for (const mark of marks) {
    const middle = (mark.x + mark.right) / 2;
    const at = letters.findIndex(
      ({ x, right, text }) => text.trim() !== '' && x <= middle && middle <= right,
    );
    letters.splice(at < 0 ? letters.length : at, 0, mark);
  }
  return letters;
}

/** Text in visual order converted to reading order, with letters instead of presentation forms. */
function toReadingOrder(standing: string, isRtl: boolean): string {
  const text = standing.trim();
  const read = bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr'));
  return read
    .replace(SHAPES, (shape) => shape.normalize('NFKC').replace(/[ \u0640](?=\p{M})/u, ''))
    .normalize('NFC');
}

/** True if most letters are right-to-left. */
function readsFromRight(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => RTL.test(letter)).length * 2 >= letters.length && letters.length > 0;
}

function sizeOf([, , c = 0, d = 1]: readonly number[]): number {
  return Math.hypot(c, d);
}

function isTurned({ transform: [a = 1, b = 0] }: TextItem): boolean {
  return Math.abs(b) > Math.abs(a);
}
