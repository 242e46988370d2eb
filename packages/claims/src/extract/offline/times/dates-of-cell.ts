import { saysSince } from '@memora/language/asked-time';
import { endsBefore, isDateOnly } from '@memora/language/dates';
import type { Segment } from '@memora/vault';

/**
 * What dates a cell: itself, the first cell of its row, and a cell below a heading that says since or until when. Any other date of the row
 * is another fact: a birthday, a deadline.
 */
export function datesOfCell({ cells = [], header = [] }: Segment, column: number): string {
  const own = cells[column]?.text ?? '';
  if (isDateOnly(own)) return own;
  const limits = cells.map(({ text }, i) => {
    const before = `${header[i] ?? ''} `;
    const isLimit = i !== column && isDateOnly(text) && (endsBefore(before) || saysSince(before));
    return i === 0 || i === column ? text : isLimit ? before + text : '';
  });
  return limits.filter((text) => text.trim() !== '').join('; ');
}
