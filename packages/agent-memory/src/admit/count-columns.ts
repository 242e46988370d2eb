/** Letters of twice the width: Han, kana, Hangul and full-width forms. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;

/** How many columns the letters and digits of a text take: wide ones two, blanks and signs none. */
export function countColumns(text: string): number {
  let columns = 0;
  for (const [sign] of text.matchAll(/[\p{L}\p{N}]/gu)) columns += WIDE.test(sign) ? 2 : 1;
  return columns;
}
