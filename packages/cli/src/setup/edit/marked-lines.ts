/** Memora's lines in a text of the user, between two marks. */
const [START, END] = ['<!-- memora:start -->', '<!-- memora:end -->'];
const MARKED = /<!-- memora:start -->\r?\n([\s\S]*?)<!-- memora:end -->(?:\r?\n)?/;

/** The lines between the marks; undefined if there are none. */
export function readMarkedLines(text: string): string | undefined {
  return MARKED.exec(text)?.[1]?.replaceAll('\r\n', '\n');
}

/** The text with these lines between marks, at its end or in place of existing marks; without them if they are undefined. */
export function writeMarkedLines(text: string, lines: string | undefined, head = ''): string {
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const block = lines === undefined ? '' : `${START}\n${lines}${END}\n`.replaceAll('\n', eol);
  if (MARKED.test(text)) return text.replace(MARKED, () => block);
  if (lines === undefined) return text;
  const lead = text === '' ? head : text.endsWith('\n') ? eol : `${eol}${eol}`;
  return `${text}${lead}${block}`;
}
