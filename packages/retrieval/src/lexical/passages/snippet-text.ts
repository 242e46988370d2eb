const LONGEST_SNIPPET = 400;

/** Returns a span's text on one line, for display. */
export function snippetText(text: string): string {
  const line = /\s\s|[^\S ]|^\s|\s$/u.test(text) ? text.replace(/\s+/gu, ' ').trim() : text;
  return line.length <= LONGEST_SNIPPET
    ? line
    : `${line.slice(0, LONGEST_SNIPPET).replace(/[\ud800-\udbff]$/u, '')}…`;
}
