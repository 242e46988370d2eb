const LONGEST = 200;

/**
 * The first line of Markdown with content: not a heading, comment, picture or rule. If there is none, the
 * first heading.
 */
export function summarise(markdown: string): string {
  let heading = '';
  for (const line of markdown.split('\n', 400)) {
    const plain = toPlain(line);
    if (!/\p{L}{2}/u.test(plain)) continue;
    if (!line.startsWith('#')) return cut(plain);
    heading ||= cut(plain);
  }
  return heading;
}

function toPlain(line: string): string {
  return line
    .replace(/<!--.*?-->/g, '')
    .replace(/^\s*(?:#{1,6} |[>*+-] |\d+[.)] |\|)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/[*`|]/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/\s+/gu, ' ')
    .trim();
}

function cut(line: string): string {
  const all = Array.from(line);
  return all.length <= LONGEST
    ? line
    : `${all
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
}
