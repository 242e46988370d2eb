/** Letters of double width: Han, kana, Hangul and full-width forms. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** The number of columns of a text: wide letters count two, and each gap between or after letters one. Zero for a text without letters and digits. */
export function countColumns(text: string): number {
  let columns = 0;
  let isBetween = true;
  for (const sign of text) {
    const isLetter = LETTER.test(sign);
    if (isLetter) columns += WIDE.test(sign) ? 2 : 1;
    else if (!isBetween) columns++;
    isBetween = !isLetter;
  }
  return columns;
}
