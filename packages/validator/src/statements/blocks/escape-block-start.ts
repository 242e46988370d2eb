const MARK =
  /^(?:[-*+](?=\s|$)|#{1,6}(?=\s|$)|>|~{3}|`{3}(?=[^`]*(?:\n|$))|\||<(?=[a-z/!?])|\[(?=[^\]\n]+\]:)|(?:=+|-+)(?=[ \t]*(?:\n|$)))/iu;
const NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/u;

/**
 * Escapes text that moves to the start of a line, so that Markdown still reads it as text: adds a backslash
 * before anything that would be a mark there.
 */
export function escapeBlockStart(text: string): string {
  return MARK.test(text) ? `\\${text}` : text.replace(NUMBER, '$1\\');
}
