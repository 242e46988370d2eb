/** Characters that may precede a task's box: bullets, list numbers, and quote marks. */
const BEFORE_BOX = '-*+>.)0123456789 \t';

/** The line with its own box ticked; null if it is not the open task of a card, because the note may have changed since the card was drawn. */
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
