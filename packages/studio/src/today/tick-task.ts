/** What stands before the box of a task: bullets, numbers of a list, and the marks of a quotation. */
const BEFORE_BOX = '-*+>.)0123456789 \t';

/** The line with its own box ticked; null where it is not the open task of a card, as the note may have changed since the card was drawn. */
export function tickTask(line: string, text: string): string | null {
  const box = line.indexOf('[ ]');
  const isOwn = box > 0 && [...line.slice(0, box)].every((char) => BEFORE_BOX.includes(char));
  return isOwn &&
    line
      .slice(box + '[ ]'.length)
      .trimStart()
      .startsWith(text)
    ? line.replace('[ ]', '[x]')
    : null;
}
