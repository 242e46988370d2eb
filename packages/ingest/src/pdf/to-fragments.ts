import type { Fragment } from './fragment.ts';
import { joinRtlRows } from './rtl/join-rtl-rows.ts';

/** A pdf.js text item. */
export interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  /** Its characters from left to right, if the positions are known more precisely than from `str`. */
  readonly standing?: string;
}

/** Minimum width of a space as a share of the font size, and that of a gap between columns or cells. */
const SPACE = 0.18;
const APART = 1.1;
/** Smaller letters are unreadable. */
const SMALLEST = 1;
/** The ligatures of TeX fonts without glyph names, at positions of control characters: with accents in the font, and without. */
const LIGATURES: Readonly<Record<string, string>> = {
  ...{ '\x1b': 'ff', '\x1c': 'fi', '\x1d': 'fl', '\x1e': 'ffi', '\x1f': 'ffl' },
  ...{ '\x0b': 'ff', '\x0c': 'fi', '\x0e': 'ffi', '\x0f': 'ffl' },
};
const LIGATURE = /[\x0b\x0c\x0e\x0f\x1b-\x1f]/g;

/** The visible pieces of a page, with consecutive ones on a line joined, and the number of invisible ones. */
export function toFragments(
  items: readonly TextItem[],
  [left, bottom, right, top]: readonly number[],
): { readonly fragments: Fragment[]; readonly invisible: number } {
  const seen = items.map(withLigatures).filter(({ str, transform, width }) => {
    const [, , c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d);
    const isOutside =
      x > (right ?? Number.POSITIVE_INFINITY) ||
      y > (top ?? Number.POSITIVE_INFINITY) ||
      x + width < (left ?? 0) ||
      y < (bottom ?? 0) - size;
    return str.trim() === '' || (size >= SMALLEST && !isOutside);
  });
  const { fragments, rest } = joinRtlRows(seen);
  let open: { text: string; x: number; right: number; y: number; size: number; isRtl: boolean } | null = null;
  const close = (): void => {
    if (open !== null && open.text.trim() !== '') fragments.push({ ...open, text: open.text.trim() });
    open = null;
  };
  for (const { str, transform, width } of rest) {
    if (str === '') continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d);
    const isBlank = str.trim() === '';
    if (isBlank && open === null) continue;
    // Text that runs up or down the page is a separate fragment.
    const isTurned = Math.abs(b) > Math.abs(a);
    const last: typeof open = open;
    if (last !== null && !isTurned && Math.abs(last.y - y) <= 0.35 * Math.max(last.size, size)) {
      const gap: number = x - last.right;
      if (isBlank) {
        if (gap < APART * last.size && width < APART * last.size) {
          last.text += ' ';
          last.right = Math.max(last.right, x + width);
          last.x = Math.min(last.x, x);
        } else close();
        continue;
      }
      if (gap > -size && gap < APART * Math.max(size, last.size)) {
        const isSpaced = gap > SPACE * size && !/\s$/.test(last.text) && !/^\s/.test(str);
        last.text += isSpaced ? ` ${str}` : str;
        last.right = Math.max(last.right, x + width);
        last.x = Math.min(last.x, x);
        last.size = Math.max(last.size, size);
        continue;
      }
    }
    close();
    if (!isBlank) open = { text: str, x, right: x + width, y, size, isRtl: false };
  }
  close();
  return { fragments, invisible: items.length - seen.length };
}

function withLigatures(item: TextItem): TextItem {
  if (item.str.search(LIGATURE) < 0) return item;
  return { ...item, str: item.str.replace(LIGATURE, (sign) => LIGATURES[sign] ?? '') };
}
