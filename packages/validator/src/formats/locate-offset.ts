/** The line and column of a position in a text, both counted from 1, columns in UTF-16 code units. */
export function locateOffset(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/gu)?.length ?? 0;
  const lastBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  return { line: breaks + 1, column: offset - lastBreak };
}
