import { saysFrom } from '@memora/language/asked-time';
import { endsBefore, isDateOnly } from '@memora/language/dates';
import type { Segment } from '@memora/vault';

/**
 * Returns the dates of a cell: the cell itself, the first cell of its row, and cells below headings that mean since or until. In a table without such headings
 * a single other date in the row dates it, because most tables have their own word for that column. With several dates each is a separate fact, such as a
 * birthday or a deadline.
 */
export function datesOfCell(segment: Segment, column: number): string {
  const { cells = [], header = [] } = segment;
  const own = cells[column]?.text ?? '';
  if (isDateOnly(own)) return own;
  const dates = datesOf(segment);
  const { start: since, end } = limitsOf(dates);
  const [first, ...others] = dates;
  const leads = first?.column === 0;
  const start = since ?? (leads && first !== end ? first : undefined);
  const limits =
    end === undefined
      ? start?.text
      : start === undefined
        ? end.heading + end.text
        : `${start.text} – ${end.text}`;
  const hasLimits = header.some((heading) => saysFrom(`${heading} `) || endsBefore(`${heading} `));
  const only = hasLimits || start !== undefined || others.length > 0 ? undefined : first?.text;
  return [leads ? undefined : cells[0]?.text, limits, own, only].filter((text) => text?.trim()).join('; ');
}

/** True if a row has a start and an end date: other pairs of days are days of an event. */
export function hasBothLimits(segment: Segment): boolean {
  const { start, end } = limitsOf(datesOf(segment));
  return start !== undefined && end !== undefined;
}

function limitsOf(dates: ReturnType<typeof datesOf>) {
  return {
    start: dates.find(({ heading }) => saysFrom(heading)),
    end: dates.find(({ heading }) => endsBefore(heading)),
  };
}

/** Returns the cells of a row that are dates, with their column headings. */
function datesOf({ cells = [], header = [] }: Segment) {
  return cells.flatMap(({ text }, column) =>
    isDateOnly(text) ? [{ text, column, heading: `${header[column] ?? ''} ` }] : [],
  );
}
