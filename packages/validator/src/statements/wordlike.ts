/** Something that a reader reads: a letter or a figure. */
export const WORDLIKE = /[\p{L}\p{N}]/u;
