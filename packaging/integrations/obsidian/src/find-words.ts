/** Where words stand in a line, in UTF-16 units; the whole line where they do not stand in it as one piece. */
export function findWords(line: string, words: string): { readonly from: number; readonly to: number } {
  const at = line.indexOf(words.trim());
  return at < 0 || words.trim() === ''
    ? { from: 0, to: line.length }
    : { from: at, to: at + words.trim().length };
}
