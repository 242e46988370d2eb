/**
 * A word of a text in ASCII, with what follows an apostrophe. It finds what the patterns of `\\p{L}` find there, and is made at once: one
 * of those takes a millisecond to make, and a question has a few of them.
 */
export const ASCII_WORD = "[a-z0-9]+(?:'[a-z]+)*";

/** True where a text holds no other character. */
export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
