/** The letters and digits of a text in small letters, without anything between. */
export function lettersOf(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/İ/gu, 'i')
    .toLowerCase();
}
