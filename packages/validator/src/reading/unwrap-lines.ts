/** A line that goes on: it ends in a word, a comma or a closing sign, and is no heading, row, quotation or field. */
const GOES_ON = /^(?!\s*(?:[#|>]|[-*_=]{3,}\s*$)|[^\n]*::)[^\n]*[\p{L}\p{M}\p{N},)\]"'”’»*_`]$/u;
/** What goes on with it: a small letter at the start of a line that is no field. */
const CONTINUES = /^[ \t]*\p{Ll}(?![\w -]{0,40}(?:::?|=)(?:\s|$))/u;

/**
 * A cited text with the lines of a paragraph joined by spaces, as they are read: where an editor has broken a line after `All`, the sentence is
 * still about all. Every other sign stays in its place. Code stays as it is.
 */
export function unwrapLines(text: string): string {
  if (!text.includes('\n') || /^\s*(?:`{3}|~{3})/mu.test(text)) return text;
  const lines = text.split('\n');
  for (let i = 1; i < lines.length; i++) {
    const before = lines[i - 1] as string;
    const joins = GOES_ON.test(before.trimEnd()) && CONTINUES.test(lines[i] as string);
    lines[i - 1] = joins ? `${before.replace(/\r$/u, ' ')} ` : `${before}\n`;
  }
  return lines.join('');
}
