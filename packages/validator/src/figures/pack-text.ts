/** The letters and digits of a text, without anything between: `rm -rf` and `RMRF` are one. */
export function packText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\n]+/gu, '');
}
