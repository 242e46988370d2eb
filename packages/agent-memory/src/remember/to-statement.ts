/** The input as one statement on one line: lines are joined, and characters that no text can hold are replaced. */
export function toStatement(content: string): string {
  return content
    .toWellFormed()
    .replace(/[\0\ufeff]/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
