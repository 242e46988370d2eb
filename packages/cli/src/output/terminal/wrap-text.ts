import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** In narrower columns, words would be cut more often than lines are wrapped. */
const LEAST = 20;

/** The number of columns that a text takes on a terminal. Escapes for style take none, wide characters two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/**
 * Wraps each line at `columns` of the terminal, between words if possible; a continuation is indented to the first word of its line, so that lists and indented
 * text keep their shape. Styles and links continue over line ends.
 */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

/** The part of a line before its first word: blanks, the mark of a list, and their styles. */
const HEAD = /^(?:\u001b\[[\d;]*m| )*(?:(?:[-*•]|\d{1,3}[.)]) +)?(?:\u001b\[[\d;]*m| )*/u;

function wrapLine(line: string, columns: number): string {
  if (stringWidth(line) <= columns) return line;
  const [head = ''] = HEAD.exec(line) ?? [];
  const styles = head.match(/\u001b\[[\d;]*m/gu)?.join('') ?? '';
  const indent = head.replace(/\u001b\[[\d;]*m/gu, '');
  const room = columns - indent.length;
  if (room < LEAST) return wrapAnsi(line, Math.max(1, columns), { hard: true, trim: false });
  const rows = wrapAnsi(styles + line.slice(head.length), room, { hard: true, trim: true }).split('\n');
  return rows.map((row, i) => `${i === 0 ? indent : ' '.repeat(indent.length)}${row}`).join('\n');
}
