/** The letters and digits of a text without separators: `rm -rf` and `RMRF` are equal. */
export function packText(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\n]+/gu, '');
}
