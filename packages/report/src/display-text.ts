import { spellTreacherous } from '@memora/language/text';

/** How much of a text of the vault is shown where, in code points. */
export const SHOWN = { name: 160, line: 160, span: 800 } as const;

/**
 * Text of a note as it may be shown: on one line, cut to `most` code points, with controls that could reorder or hide text
 * spelt out. It is still text: escape it where it becomes HTML.
 */
export function displayText(text: string, most: number): string {
  // Only as much as can be shown is read: a title may be a megabyte.
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
