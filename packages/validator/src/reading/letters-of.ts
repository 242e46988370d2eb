/** The letters and digits of a text in small letters, without anything between. */
export function lettersOf(text: string): string {
  // A Turkish `İ` becomes an `i` with a dot of its own.
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+|\u0307/gu, '');
}
