const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
const ROMAN =
  /(?<![\p{L}\p{N}'’-])(?=[IVXLC]{2})C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}'’])/gu;

/** The value of a numeral such as `XIV`. */
export function romanValue(numeral: string): number {
  return [...numeral].reduce((sum, sign, i, all) => {
    const value = VALUES[sign] ?? 0;
    return value < (VALUES[all[i + 1] ?? ''] ?? 0) ? sum - value : sum + value;
  }, 0);
}

/** The Roman numerals of a text; they are evidence for a figure, never one that has to stand somewhere. */
export function readRomans(
  text: string,
): { readonly text: string; readonly start: number; readonly value: number }[] {
  return Array.from(text.matchAll(ROMAN), (match) => ({
    text: match[0],
    start: match.index,
    value: romanValue(match[0]),
  }));
}
