import { WORDLIKE } from '../statements/wordlike.ts';

/** A letter but `x` needs a space behind it: `[T]he pump` is a correction. What is behind a letter or in code marks is no box either. */
const BOX = /(?<![\p{L}\p{N}`\])])\[\s*([xX]|\p{Ll}(?=\]\s)|[^\p{L}\p{N}\s[\]…]?)\s*\](?![([:])/gu;
const SIGNS: Readonly<Record<string, string>> = { '☐': '[ ]', '☑': '[x]', '☒': '[x]', '［': '[', '］': ']' };
const STARTS = ['[', ...Object.keys(SIGNS)];

/**
 * The boxes of tasks in a text: `[ ]` for an empty one, `[x]` for one that is ticked, else with its sign. In the writing of any hand: with a space
 * behind it or none, in bold, in a heading, behind a backslash, as one character.
 */
export function readBoxes(text: string): string[] {
  if (!STARTS.some((sign) => text.includes(sign))) return [];
  return [...plain(text).matchAll(BOX)].map(([, sign]) => `[${sign?.toLowerCase() || ' '}]`);
}

/**
 * Those of each cell of a row. A box in a cell of its own is that of the cells beside it, and of the first cell with words: which of them names
 * the task is not read.
 */
export function readCellBoxes(cells: readonly string[]): string[][] {
  const own = cells.map(readBoxes);
  const isWorded = cells.map((cell) => WORDLIKE.test(plain(cell).replace(BOX, '')));
  const first = isWorded.indexOf(true);
  return own.map((boxes, i) => [
    ...boxes,
    ...own.flatMap((others, j) =>
      j !== i && !isWorded[j] && (i === first || Math.abs(i - j) === 1) ? others : [],
    ),
  ]);
}

function plain(text: string): string {
  return Array.from(text.replaceAll('\\', ''), (sign) => SIGNS[sign] ?? sign).join('');
}

/** Boxes of tasks that are open, done, under way, in question or given up. Other signs (`[!]`, `[>]`) say nothing of that. */
export const TASK_BOXES: ReadonlySet<string> = new Set(['[ ]', '[x]', '[/]', '[?]', '[-]']);
