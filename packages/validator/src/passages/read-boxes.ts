const BOX = /^[^\p{L}[]*\[\s*([xX]|[^\p{L}\p{N}\s[\]…]?)\s*\](?![([:])/u;
const DONE = '[x]';

/**
 * The boxes of tasks before the first word of a line, but those of tasks that are done: `[ ]` for an empty one, else with its sign. In the writing
 * of any hand: with a space behind it or none, in bold, in a heading or a cell, behind a backslash.
 */
export function readBoxes(line: string): string[] {
  const boxes: string[] = [];
  let rest = line.replaceAll('\\', '');
  for (let found = BOX.exec(rest); found !== null; found = BOX.exec(rest)) {
    const box = `[${found[1] || ' '}]`;
    if (box.toLowerCase() !== DONE) boxes.push(box);
    rest = rest.slice(found[0].length);
  }
  return boxes;
}

/** Boxes of tasks that are open, under way, in question or given up. Other signs (`[!]`, `[>]`) say nothing of that. */
export const OPEN_BOXES: ReadonlySet<string> = new Set(['[ ]', '[/]', '[?]', '[-]']);
