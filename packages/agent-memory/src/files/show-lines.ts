import { dropTreacherous } from '@memora/language/text';
import { redactSpan } from '@memora/privacy/internal';
import { isOrder } from '../context/screen-line.ts';
import type { FileNote } from './read-file-note.ts';

/** Replaces a line that tells an agent how to act and that no person confirmed. */
export const HELD = '[held: a person has to confirm this line]';
/** How many lines are checked together, because an instruction may be split across them. */
const TOGETHER = 3;
/** How many short lines are checked together, if they are no longer than a sentence in total. */
const SHORT_TOGETHER = 24;
const SENTENCE = 400;
const WIDTH = 6;

/** The lines of a file as a model may see them: secret text redacted, held lines replaced. Their number stays the same. */
export function showLines(note: FileNote): string[] {
  const { bytes, headBytes, text, hidden, isPersons } = note;
  const lines = text.split('\n');
  let at = headBytes;
  let next = 0;
  const shown = lines.map((line) => {
    const end = at + Buffer.byteLength(line);
    while (next < hidden.length && (hidden[next]?.end ?? 0) <= at) next++;
    let last = next;
    while (last < hidden.length && (hidden[last]?.start ?? 0) < end) last++;
    const visible = last === next ? line : redactSpan(bytes, { start: at, end }, hidden.slice(next, last));
    at = end + 1;
    return dropTreacherous(visible);
  });
  return isPersons ? shown : holdLines(shown);
}

/** Lines with their numbers, in the protocol's form. */
export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, i) => `${String(first + i).padStart(WIDTH, ' ')}\t${line}`).join('\n');
}

function holdLines(lines: readonly string[]): string[] {
  const held = lines.map((line) => line.trim() !== '' && isOrder(line));
  for (let i = 0; i + 1 < lines.length; i++) {
    for (let count = 2; count <= TOGETHER && i + count <= lines.length; count++) {
      const window = lines.slice(i, i + count);
      // A blank line ends a group. A held line needs no further check.
      if (window.some((line, j) => line.trim() === '' || held[i + j] === true)) break;
      if (!isOrder(joined(lines, i, count))) continue;
      held.fill(true, i, i + count);
      break;
    }
  }
  for (let i = 0; i + TOGETHER < lines.length; i++) {
    const count = shortTogether(lines, held, i);
    if (count <= TOGETHER || !isOrder(joined(lines, i, count))) continue;
    let least = TOGETHER + 1;
    while (least < count && !isOrder(joined(lines, i, least))) least++;
    held.fill(true, i, i + least);
  }
  // A sentence that begins in a held line continues in the next.
  for (let i = 1; i < lines.length; i++)
    if (held[i - 1] === true && !ENDED.test(lines[i - 1] ?? '') && CONTINUED.test(lines[i] ?? ''))
      held[i] = true;
  return lines.map((line, i) => (held[i] === true ? HELD : line));
}

/** Returns the number of short lines, from a given one on, that may form one sentence. */
function shortTogether(lines: readonly string[], held: readonly boolean[], first: number): number {
  let length = 0;
  let count = 0;
  for (; count < SHORT_TOGETHER && first + count < lines.length; count++) {
    const line = (lines[first + count] ?? '').trim();
    length += line.length + 1;
    if (line === '' || held[first + count] === true || length > SENTENCE) break;
  }
  return count;
}

function joined(lines: readonly string[], first: number, count: number): string {
  return lines
    .slice(first, first + count)
    .map((line) => line.trim())
    .join(' ');
}

const ENDED = /[.!?;:。！？；]["'”’)]*\s*$/u;
/** Not a blank line, list item, heading, quotation, table or fence. */
const CONTINUED = /^\s*(?![-*+>#|`~]|\d+[.)])\S/u;
