/** The text of a heading without the `#` that may end it. Linear in the text. */
export function withoutClosingMarks(text: string): string {
  const end = text.trimEnd();
  let at = end.length;
  while (at > 0 && end[at - 1] === '#') at--;
  return at < end.length && ' \t'.includes(end[at - 1] ?? '#') ? end.slice(0, at) : text;
}
