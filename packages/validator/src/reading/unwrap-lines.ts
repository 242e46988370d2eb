/**
 * A line that goes on in the next one: it is no heading, row or quotation and ends no clause, and a small letter follows at the start of a line
 * that is no field.
 */
const WRAPPED = /^([^#|>\n]+[^\s.!?:;|])[ \t\r]*\n(?=[ \t]*\p{Ll}(?![\w -]*[:=]))/gmu;
/^([ \t]*[^#|>\s][^\n]*[^\s.!?:;|])[ \t\r]*\n(?=[ \t]*\p{Ll}(?![\w -]{0,40}(?:::?|=)\s))/gmu;

/**
 * A cited text with the lines of a paragraph joined by spaces, as they are read: where an editor has broken a line after `All`, the sentence is
 * still about all. Every other sign stays in its place. Code stays as it is.
 */
export function unwrapLines(text: string): string {
  if (/^\s*[`~]{3}/mu.test(text)) return text;
  return text.replace(WRAPPED, (wrapped, line: string) => line.padEnd(wrapped.length));
}
