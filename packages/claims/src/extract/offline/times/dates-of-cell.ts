import { saysFrom } from '@memora/language/asked-time';
import { endsBefore, isDateOnly } from '@memora/language/dates';
import type { Segment } from '@memora/vault';

/**
 * What dates a cell: itself, the first cell of its row, and cells below headings that say since or until when. In a table without such headings the only other
 * date of the row dates it: most tables call that column by a word of their own. Any further date is another fact: a birthday, a deadline.
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

/** True for a row that says since when and until when it holds: of any other two days they are days of what happens. */
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

/** The cells of a row that are a date, with what is said above them. */
function datesOf({ cells = [], header = [] }: Segment) {
  return cells.flatMap(({ text }, column) =>
    isDateOnly(text) ? [{ text, column, heading: `${header[column] ?? ''} ` }] : [],
  );
}
