/** A character of a script that is written without spaces between words. */
export const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}]/u;
