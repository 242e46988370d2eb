/** A letter or a digit. */
export const WORDLIKE = /[\p{L}\p{N}]/u;
