import { ROWS_OF_A_TABLE } from './table-blocks.ts';

/** How many UTF-16 units the rows of a workbook may come to at least, and how many for each unit of the XML that says them. */
const LEAST_ROOM = 2 ** 24;
const ROOM_OF_A_UNIT = 8;
/** A row may say that it repeats thousands of times. These are the most that are read. */
const MOST_REPEATED = 1_000;

/** What the rows of a workbook may come to: a few bytes may repeat a long text in very many cells. */
export interface RowRoom {
  /** Makes room for the rows that this XML says, and for the heads of its tables. */
  readonly widen: (xml: string) => void;
  /** How many times the row may be read from this number on, of the times that it is there. */
  readonly take: (cells: readonly string[], number: number, times?: number) => number;
  /** What was not read, and that it is only a part of the document then. */
  readonly missing: () => { readonly notices: readonly string[]; readonly made?: 'partial' };
}

export function openRowRoom(): RowRoom {
  let room = LEAST_ROOM;
  let unread = 0;
  let head: number | null = null;
  let next = 0;
  return {
    widen: (xml) => {
      room += ROOM_OF_A_UNIT * xml.length;
      head = null;
    },
    take: (cells, number, times = 1) => {
      const own = cells.reduce((sum, { length }) => sum + length + 1, 0);
      head ??= own;
      // A table repeats its head after a number of rows, and where rows are missing.
      const cost = own + head / ROWS_OF_A_TABLE;
      room -= number === next ? 0 : head;
      const count = Math.max(0, Math.min(times, MOST_REPEATED, Math.floor(room / cost)));
      // Where there is no room for a row, the rest of its sheet is missing too.
      room = count < Math.min(times, MOST_REPEATED) ? 0 : room - count * cost;
      unread += times - count;
      next = number + count;
      return count;
    },
    missing: () =>
      unread === 0
        ? { notices: [] }
        : {
            notices: [`Not read: ${unread} rows, because rows or long texts are repeated very often.`],
            made: 'partial',
          },
  };
}
