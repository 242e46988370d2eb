import { spellTreacherous } from '@memora/language/text';

/** How many code points of a text are shown, by kind of place. */
export const SHOWN = { name: 160, line: 160, span: 800 } as const;

/**
 * Makes text of a note safe to show: on one line, cut to `most` code points, with controls that could reorder or hide text spelt out. It is still plain text:
 * escape it for HTML.
 */
export function displayText(text: string, most: number): string {
  // Only the visible part is read, because a title may be a megabyte.
  const head = text.slice(0, most * 8);
  const line = spellTreacherous(head).replace(/\s+/gu, ' ');
  const points = [...line];
  if (points.length > most) return `${points.slice(0, most - 1).join('')}…`;
  return head.length < text.length ? `${line}…` : line;
}

/** The end of a text, cut at its start. */
export function displayTail(text: string, most: number): string {
  const tail = text.slice(-most * 8);
  const points = [...spellTreacherous(tail).replace(/\s+/gu, ' ')];
  const cut = points.length > most || tail.length < text.length;
  return cut ? `…${points.slice(1 - most).join('')}` : points.join('');
}
