/** As many first letters in common are one word in two forms. */
const SAME_LETTERS = 4;

/** True where two words, folded, are one or may be two forms of one. */
export function sharesStart(a: string, b: string): boolean {
  return (
    a === b ||
    (Math.min(a.length, b.length) >= SAME_LETTERS && a.slice(0, SAME_LETTERS) === b.slice(0, SAME_LETTERS))
  );
}
