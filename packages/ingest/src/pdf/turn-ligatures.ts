import { asItStands } from './rtl/as-it-stands.ts';
import type { TextItem } from './to-fragments.ts';

/** Two letters of Arabic that are drawn as one sign, the other way round, as pdf.js gives them where a font names both. */
const TURNED = /[اأإآ]ل/u;
const ARABIC = /^\p{Script=Arabic}{2,}$/u;
/** This many signs a text may leave out of those that were drawn before both are taken for two texts. */
const MOST_SKIPPED = 8;

/** True for pieces of a page in which a sign for two letters may have been turned round. */
export function mayHaveTurned(items: readonly TextItem[]): boolean {
  return items.some(({ str }) => TURNED.test(str));
}

/**
 * The pieces with what they say as it is from left to right, where a sign for two letters is among them. pdf.js turns the letters of a line round one by one,
 * and with them those of such a sign, which its font names in the order in which they are read: `هلا` becomes `هال`. Which signs a page draws is in `glyphs`, in the
 * order in which it draws them.
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
