/** What was given as one statement on one line: lines joined, what no text holds replaced. */
export function toStatement(content: string): string {
  return content
    .toWellFormed()
    .replace(/[\0\ufeff]/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
