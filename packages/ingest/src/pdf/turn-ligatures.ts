import { asItStands } from './rtl/as-it-stands.ts';
import type { TextItem } from './to-fragments.ts';

/** Two Arabic letters of one ligature in reversed order, as pdf.js returns them if the font names both. */
const TURNED = /[اأإآ]ل/u;
const ARABIC = /^\p{Script=Arabic}{2,}$/u;
/** Maximum number of glyphs that may be missing from the text before the two count as different texts. */
const MOST_SKIPPED = 8;

/** True for items in which a ligature's letters may have been reversed. */
export function mayHaveTurned(items: readonly TextItem[]): boolean {
  return items.some(({ str }) => TURNED.test(str));
}

/**
 * The items with their visual left-to-right text if a ligature is among them. pdf.js reverses the letters of a line one by one, including those of a ligature,
 * which its font names in reading order: `هلا` becomes `هال`. `glyphs` are the drawn glyphs of a page, in drawing order.
 */
export function turnLigatures(items: readonly TextItem[], glyphs: readonly string[]): readonly TextItem[] {
  const signs = glyphs.filter((sign) => sign.trim() !== '');
  if (!signs.some((sign) => ARABIC.test(sign))) return items;
  let next = 0;
  return items.map((item) => {
    const text = asItStands(item.str, item.dir === 'rtl');
    let standing = '';
    for (let at = 0; at < text.length; ) {
      const skipped = signs
        .slice(next, next + MOST_SKIPPED)
        .findIndex((sign) => text[at]?.trim() !== '' && text.startsWith(sign, at));
      const sign = skipped < 0 ? (text[at] ?? '') : (signs[next + skipped] ?? '');
      if (skipped >= 0) next += skipped + 1;
      standing += ARABIC.test(sign) ? Array.from(sign).reverse().join('') : sign;
      at += sign.length;
    }
    return standing === text ? item : { ...item, standing };
  });
}
